"""Spanish words that exclude each other; all without accents."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica.es_opposites_more import MORE_OPPOSITES

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
_OPPOSITES: Final = """
    activado habilitado encendido / desactivado deshabilitado apagado inactivo inhabilitado
    siempre / nunca jamas
    sincrona sincronamente sincronico / asincrona asincronamente async asincronico
    publico / privado interno confidencial
    obligatorio obligatoria imprescindible forzoso preceptivo exigido requerido / opcional voluntario voluntaria \
        facultativo optativo opcionalmente
    permitido autorizado admite deja puede / prohibido vetado impide desautorizado
    abre abierto / cierra cerrado clausurado
    adora ama encanta gusta / odia detesta aborrece disgusta repugna
    valido vigente / invalido caducado vencido expirado nulo revocado
    automatica automaticamente automatizado / manual manualmente mano
    antes previo previamente / despues posterior posteriormente luego
    seguro / inseguro peligroso vulnerable
    rapido rapidamente veloz / lento despacio lentamente
    sube aumenta crece incrementa / baja disminuye decrece reduce desciende descenso reduccion
    local localmente presencial presencialmente / remoto remotamente teletrabajo
    casado / soltero divorciado separado viudo
    interno interior dentro / externo exterior fuera
    gratis gratuito gratuitamente / pago cuesta cobran
    ascendente creciente / descendente decreciente
    zurdo / diestro
    mucho / poco apenas
    mas / menos
    cifrado encriptado / claro plano descifrado legible
    vivo / muerto fallecido murio
    arriba encima / abajo debajo
    izquierda / derecha
    seco / mojado humedo
    temprano pronto / tarde
    lleno / vacio vacia
    ocupado / libre vacio vacia desocupado disponible
    alquilado arrendado rentado / propio propia propiedad comprado
    roto averiado estropeado escacharrado parado / funciona arreglado reparado operativo intacto
    funciona anda marcha / falla peta casca
    estable / inestable intermitente
    soportado vigente mantenido / obsoleto deprecado abandonado descatalogado
    bloqueado / desbloqueado
    estricto rigido / flexible laxo permisivo tolerante
    claro luminoso / oscuro
    barato economico / caro
    ruidoso / silencioso tranquilo
    sano / enfermo malo
    caliente calido / frio helado
    vegetariano vegano / carnivoro omnivoro
    primero / ultimo
    minimo / maximo
    nuevo / viejo antiguo usado
    fijo / variable movil rotativo
    indefinido fijo / temporal eventual
    unico individual / multiple varios compartido
    conectado / desconectado
    incluido incluye / excluido excluye aparte
    aceptado aprobado aprueba / rechazado denegado suspendido suspendio suspenso
    verdadero cierto / falso
    facil sencillo / dificil complicado
    largo / corto
    alto / bajo
    ancho / estrecho
    fuerte / debil suave flojo
    limpio limpia / sucio sucia
    completo entero / incompleto parcial medio media
    entero / desnatado
    diurno / nocturno
    mananas matutino / tardes noches vespertino
    nublado / despejado
    conserva guarda mantiene / borra elimina descarta tira
    anade agrega / quita elimina
    instalado / desinstalado
    visible / oculto invisible escondido
    positivo / negativo
    legal licito / ilegal
    compatible / incompatible
    mutable modificable / inmutable
    reversible / irreversible
    necesario necesaria necesita / innecesario innecesaria sobra prescindible opcional
    correcto bien / incorrecto mal erroneo
    bueno / malo
    posible / imposible
    firmado / pendiente
    terminado finalizado acabado hecho resuelto / pendiente inacabado incompleto empezado
    limitado / ilimitado
    jubilado / trabaja activo
    empleado / parado desempleado
    anonimo / nominal nominativo identificado
    analogico / digital
    entrante / saliente
    centralizado / descentralizado distribuido
    estatico / dinamico
    efimero volatil / persistente permanente persiste
    temporal provisional / permanente definitivo
    concurrente paralelo concurrentemente / secuencial secuencialmente serie
    mayusculas / minusculas
    singular / plural
    fresco / congelado
    cargado / descargado
    responde / ignora
    compra / vende
    amueblado / vacio vacia
    habitual frecuente / raro infrecuente
    idempotente / destructivo
    determinista / aleatorio aleatoria
    exacto / aproximado
    sensible / insensible
    cubierto / descubierto
    logico / fisico
    ayunas / comida desayuno
    delante / detras
    pares / impares
    compilado / interpretado
    primario principal / secundario
    monofasico / trifasico
    relativo / absoluto
    tabuladores / espacios
    presencial / online virtual telematico videollamada linea
    inalambrico / cable alambrico
    central / individual
    eventual esporadico / habitual
    particular / oficial
    propio / ajeno prestado
    archivado cancelado anulado / activo vigente confirmado
    confirmado / cancelado anulado aplazado
    adelantado / retrasado aplazado
    grande / pequeno
    lleno / desierto
    doble / simple sencillo
    moderno / antiguo anticuado
    propietario / inquilino
    natural / artificial sintetico
    unidireccional / bidireccional
    pinchado / hinchado inflado
    horizontal / vertical
    presente / ausente
    individual / grupal
    duro / blando
    crudo / cocido
    directo / indirecto escala transbordo
    util / inutil
    maduro / verde
    inscrito apuntado alta / baja
    gana / pierde
    grueso / fino delgado
    gordo / flaco delgado
    ordenado / desordenado
    enchufado / desenchufado
    montado / desmontado
    habitado / deshabitado
    actualizado / desactualizado anticuado
    protegido / desprotegido
    comprimido / descomprimido
    calzado / descalzo
    consistente coherente / inconsistente incoherente
    formal / informal
    dependiente / independiente
    finito / infinito
    accesible / inaccesible
    suficiente / insuficiente
    tolerante / intolerante
    sincronizado / desincronizado
    conforme / disconforme
    simetrico / asimetrico
    aislado / expuesto
    despierto / dormido
    sobrio / borracho
    escolarizado / desescolarizado
    particular / colectivo grupal
    macho / hembra
    varon hombre / mujer
    afilado / romo
    laborable lectivo / festivo
    lineal / exponencial
    estatal publica / concertado
    amortizado / pendiente
    pendiente / pagado abonado liquidado
    cuerdo / loco
    ileso / herido
    prestado / propio
    pesado / ligero liviano
    tenso / relajado
    picante / suave
    tapado / destapado
    potable / contaminado
"""
OPPOSITES: Final = _OPPOSITES.rstrip() + MORE_OPPOSITES
