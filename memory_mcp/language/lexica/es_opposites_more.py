"""Spanish words that exclude each other, by what they are said of; all without accents."""

from __future__ import annotations

from typing import Final

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
MORE_OPPOSITES: Final = """
    stateless / stateful
    incremental incrementales / integro
    aleatorio aleatoriamente azar random barajado estocastico / ordenado secuencial alfabetico determinista
    editable editables modificable alterable / inmutable readonly inalterable
    bidireccional ambas ambos / unidireccional
    propietario privativo / opensource libre abierto
    embebido incrustado / externo
    comprimido gzip zip / plano crudo
    plano / anidado jerarquico
    disperso / denso
    lotes batch / streaming real continuo
    sondeo polling / webhook webhooks websocket websockets
    perezoso lazy diferido diferida / inmediato inmediata eager inmediatamente
    detallado verbose verboso exhaustivo / silencioso conciso escueto quiet
    signed / unsigned
    lossless / lossy
    relacional relacionales / documental nosql
    nativo / emulado
    numerico / alfanumerico textual
    decimal decimales flotante / enteros
    binario binaria / textual
    allowlist whitelist / blacklist denylist blocklist
    legacy heredado / moderno
    detenido pausado / marcha ejecutandose activo
    exito exitoso exitosamente / fracaso fallo fallido fracasa
    borrador borradores / definitivo
    fusionado mergeado / abierto
    autoalojado onpremise selfhosted autohospedado / nube cloud saas
    optimista / pesimista
    autenticado / anonimo
    global globalmente / local regional
    minificado / legible
    retrocompatible / rompedor
    respeta respetan obedece / ignora ignoran desobedece
    acepta aceptan admite admiten / rechaza rechazan deniega deniegan
    enciende encienden prende prenden / apaga apagan
    desatendido / manual asistido
    monorepo / multirepo
    squash / rebase
    pasivo / activo
    replicado / unico
    versionado / sobrescribe sobrescriben
    soleado sol / sombra sombrio umbrio semisombra
    perenne vivaz / caduco caducifolio
    abundante abundantemente / escaso poco
    rustico resistente / delicado fragil
    acido / alcalino calizo basico
    trepador trepadora / rastrero rastrera
    maceta tiesto / suelo
    secano / regadio
    goteo / manguera aspersion regadera
    comestible comestibles / venenoso toxico
    ecologico organico / quimico convencional
    crudo / cocinado asado frito hervido guisado
    dulce dulces azucarado / salado amargo soso
    vegetariano vegano / carnivoro chorizo pollo ternera filete
    descafeinado / cafeina
    integral / refinado
    artesanal / industrial
    azucar / sacarina estevia edulcorante
    abstemio / bebe bebedor
    contagioso / inofensivo
    alergico intolerante alergia / tolera toleran
    benigno / maligno
    agudo / cronico
    miope / hipermetrope
    hipertenso / hipotenso
    sedentario / deportista
    oral / inyectable inyectado topico intravenoso
    ingresado hospitalizado / ambulatorio
    congenito / adquirido
    ayunas / desayunado desayunar
    adoptado adoptivo / biologico
    gemelo gemelos / mellizo mellizos
    compartido comun comunitario / exclusivo dedicado privativo particular individual
    mixto / femenino masculino
    masculino / femenino
    individual individualmente / grupal grupo colectivo equipos parejas
    bilingue / monolingue
    oral oralmente verbal verbalmente / escrito papel
    presencial presencialmente / distancia
    troncal / optativo
    repite repetidor / promociona
    titular titulares / suplente banquillo reserva
    visitante / local
    amateur aficionado / profesional profesionalmente
    libre / reserva invitacion obligatorio
    sentado / pie
    cubierto techado / descubierto libre
    principiante principiantes / avanzado experto
    gana ganan ganar gano ganado victoria / pierde pierden perder perdio perdido derrota empata
    eliminado / clasificado
    lesionado / recuperado
    bruto / neto
    prepago / pospago
    anticipado adelantado / vencido posteriori
    acreedor / deudor
    superavit / deficit
    beneficios ganancias / perdidas
    ahorra ahorran / gasta gastan derrocha
    exento / gravado
    incluido incluye inclusive / extra adicional suplemento
    rentable rentables / deficitario ruinoso
    solvente / moroso insolvente
    conjunto conjuntamente / separado individual
    juntos / separados
    debito / credito
    terceros / riesgo
    vitalicio perpetuo / temporal
    caduca caducan vence expira / perpetuo indefinido vitalicio
    culpable culpables / inocente absuelto
    condenado / absuelto
    civil / penal
    mancomunado / solidario
    renovado prorrogado / rescindido cancelado extinguido
    residente / turista
    habitual / turistico vacacional
    directo / escalas transbordos trasbordo
    ventanilla / pasillo
    simple sencilla / doble
    facturado facturar / cabina
    asfaltado pavimentado adoquinado / tierra gravilla
    llano / empinado montanoso
    peatonal / rodado trafico
    soleado despejado / nublado lluvioso encapotado
    arido / humedo
    oficina / teletrabajo teletrabaja teletrabajan remoto
    autonomo freelance / asalariado plantilla nomina
    externalizado subcontratado / interno plantilla
    remunerado / voluntario altruista desinteresado
    puntual puntualmente / tarde impuntual retrasado
    madrugador madruga / trasnochador noctambulo trasnocha
    antelacion antemano anticipacion previamente / posteriori despues posterior posteriormente
    principios comienzos principio comienzo / finales final
    profundo hondo / superficial somero poco
    cerca cercano / lejos lejano alejado
    urbano / rural
    centrico / afueras periferia extrarradio
    abarrotado concurrido repleto / vacio desierto
    transitable / cortado intransitable
    castrado esterilizado / fertil
    manso docil / bravo agresivo
    sociable carinoso / arisco huidizo
    domestico domesticado / salvaje callejero asilvestrado
    suelto / atado jaula
    contento feliz alegre / triste enfadado descontento disgustado
    tranquilo relajado / nervioso agitado inquieto
    introvertido timido / extrovertido
    amable simpatico / antipatico borde
    generoso / tacano
    trabajador / vago
    favorable partidario / contrario opuesto reacio
    favor / contra
    encanta adora / horroriza asco repele
    confirma confirman / desmiente desmienten
    amplia amplian ampliado / recorta recortan recortado
    adelanta adelantan / retrasa retrasan pospone posponen pospuesto aplaza
    vendido / regalado donado
    desechable desechables / reutilizable reutilizables recargable lavable
    pilas / recargable
    wifi inalambrico bluetooth / cable cableado ethernet
    tactil / botones
    portatil / sobremesa
    empotrado integrable / exento
    corredero corredera / abatible batiente
    exento / adosado
    reformado rehabilitado / ruinoso ruinas
    impreso papel / digital digitalmente electronico telematico pdf
    postal / electronico
    impermeable / permeable calado
    transparente / opaco
    brillante / mate
    liso / rizado rugoso estampado ondulado
    magro / graso
    fresco / podrido caducado rancio
    plegable / rigido
    interino / titular
    hermetico estanco / gotea fuga
    atornillado / pegado encolado
    ilimitado / tope cupo
    alterno alternos / seguidos consecutivos
    unanimidad / mayoria
    mayorista / minorista
    importado / nacional
    celebra celebran / cancelado suspendido anulado suspende cancela aplazado
    creciente / menguante
    recto / curvo torcido
    concavo / convexo
    ganador / perdedor
    aprobado / rechazado denegado
    superior / inferior
    anterior / posterior siguiente
    creyente practicante / ateo agnostico
    monogamo / poligamo
    rico / pobre
    joven / viejo anciano
    experto experimentado / novato inexperto
    veterano / novato
    perfecto impecable / defectuoso
    util / inservible
    culto / analfabeto
    grave gravemente / leve
    abundancia / escasez
    sobra sobran / falta faltan escasea
    aparcado estacionado / circula
    reciclable / contaminante
    renovable / fosil
    retirado recogido / pendiente
    entregado enviado / pendiente
    devuelto / pendiente
    matriculado inscrito / pendiente
    respondido contestado / pendiente
    localizado encontrado aparecido / perdido extraviado desaparecido
    aparece aparecen / desaparece desaparecen
    retornable / desechable
    minoria / mayoria
    rechazo / aprobacion
    adentro / afuera
    encriptado cifrado / abierto
    guardado persistido / descartado borrado
    hash hasheado / plano
    centralizado / local
    crece crecen / mengua menguan encoge
    acelera / frena ralentiza
    calienta / enfria
    engorda / adelgaza
    llena / vacia
    alarga / acorta
    ensancha / estrecha
    mejora mejoran / empeora empeoran
    mejor / peor
    fortalece refuerza / debilita
    gratuidad / tarifa precio
    alquilado / vacio desocupado
    integral integrales / blanco
    renting leasing / comprado propio propiedad
    caduca caducan / permanente
    nominativo / transferible
    joven / centenario viejo
    pilas / enchufado
    plegable / fijo
    corriente / impagado moroso
    integrable / libre
    doble / individual
    zurdo / derecha
    presencial / telefonico telefonicamente telefono
    sordo / oye oyen oyente
    ciego / vidente
    posteriori / antelacion antemano anticipacion priori
    priori / posteriori
    instante instantaneo instantaneamente momento / diferido retraso demora
    puntualidad / retraso demora
    retraso demora / adelanto antelacion
    sincronia / asincronia
    habla / mudo
    permanente / efimero volatil provisional
    definitivo / provisional tentativo borrador
    oficial oficialmente / oficioso extraoficial
    titulado / autodidacta
    novel / veterano
    mayuscula / minuscula
    monouso / reutilizable
    caducifolio / perenne
    friolero / caluroso
    multiplica / divide
    incluye contiene / excluye omite
    omite omitido / incluido
    opaco / traslucido
    obsoleto / vigente actual actualizado
    hambriento / saciado
    miedoso cobarde / valiente
    ruido ruidos / silencio
    nervioso / calmado
    rebajado rebaja / encarecido
    abarata abarato / encarece encarecio
    subvencionado / autofinanciado
    lucrativo / altruista
    patrocinado / autofinanciado
    autofinanciado / subvencion
    funcional / inservible averiado
    precintado sellado / abierto
    candado / abierto
    plegado / desplegado
    acristalado / descubierto
    calvo / peludo melenudo
    barbudo / afeitado
    cautivo cautividad / libertad salvaje
    preso encarcelado / libre libertad
    salubre / contaminado
    preventivo / correctivo
    reactivo / proactivo preventivo
    teorico / practico
    heterogeneo / homogeneo
    optimo / pesimo
    fertil / esteril
    nitido / borroso
    afinado / desafinado
    escalonado / simultaneo
    simultaneo simultaneamente / sucesivo sucesivamente sucesivos
    sucesivo escalonado / golpe
    gradual gradualmente progresivo / golpe brusco repentino
    sincero / mentiroso hipocrita
    honesto / tramposo
    madrugador / tardio
    precoz / tardio
    vip / general
    platea / anfiteatro
    bajamar / pleamar
    embotellado / grifo
    enlatado / fresco
    envasado / granel
    tibio / helado
    templado / helado
    sedentario / nomada
    carnivoro / herbivoro
    migratorio / residente
    abonado / impagado
    adeudado / saldado liquidado pagado
    saldado liquidado cancelado / pendiente
    invicto / perdido
    imputado acusado / absuelto
    empadronado / forastero
    nativo / extranjero
    legible / ilegible
    cerrojo / abierto
    estacional / permanente
    intermitente / continuo continuamente constante
    esporadico ocasional / continuo constante asiduo
    asiduo / esporadico
    apaisado / vertical
    envolvente / plano
    bicolor / monocromo
    analogicamente / digitalmente
    manuscrito / impreso mecanografiado
    sincronica / diferida
    simple / compuesto
    primario / terciario
"""
