"""Spanish words that narrow what a note speaks of; all without accents."""

from __future__ import annotations

from typing import Final

# Two notes with two of a line speak of two things; the last line is of words that are no forms of those above.
NARROWING: Final = """
    primavera|primaveral verano|veraniego|estival|veranos otono|otonal invierno|invernal
    macos|mac|osx linux|ubuntu|debian|fedora|gnu windows ios|iphone|ipad android
    produccion|prod|pro|productivo preproduccion|staging|pre|preprod|uat pruebas|test|testing|tests|qa desarrollo|dev|\
develop local|localhost|portatil ci|pipeline demo sandbox
    manana|mananas|matinal tarde|tardes|vespertino noche|noches|nocturno|madrugada dia mediodia
    finde|findes|sabado|sabados|domingo laborable|diario|entresemana|lectivo festivo|puente vacaciones|vacacional
    madre|mama padre|papa hermano|hermana hijo|hija abuelo|yayo|yaya tio|tia primo|prima sobrino suegro cunado|cunada \
    nieto|nieta marido|mujer|esposo|esposa|pareja novio|novia vecino|vecina yerno nuera padrino|madrina ahijado|\
ahijada
    madre|mama|materno padre|papa|paterno
    hermano hermana
    hijo|nino hija|nina
    abuelo|yayo abuela|yaya
    tio tia
    primo prima
    suegro suegra
    sobrino sobrina
    nieto nieta
    cunado cunada
    novio novia
    vecino vecina
    amigo amiga
    gato gata
    perro perra
    marido|esposo mujer|esposa
    mayor pequeno|pequena|menor mediano|mediana
    adulto nino|ninos|nina|ninas|infantil|menor jubilado|mayor|pensionista estudiante bebe|bebes
    perro|perra|perros|cachorro gato|gata|gatos|gatito pez|peces|acuario conejo canario|periquito|loro|pajaro|pajaros \
    hamster|cobaya tortuga caballo|yegua gallina oveja|ovejas vaca|vacas cabra|cabras
    frontend|front|interfaz backend|back|servidor bbdd|bd|base|bases|database cliente cola|colas movil|app|apps web|\
navegador worker|workers api gateway|proxy|balanceador cache scheduler|cron cli panel|dashboard|backoffice
    lectura|leer|lee escritura|escribir
    subida|subidas|subir|upload bajada|bajadas|descarga|bajar|download
    conexion|connect lectura|read escritura|write inactividad|idle|reposo peticion|request sesion|session
    ram|memoria disco|discos|almacenamiento|ssd|hdd cpu|procesador|nucleos|vcpu gpu|grafica red|ancho swap
    gratuito|gratis|free|basico profesional|premium|plus|estandar empresa|empresas|business|enterprise|corporativo
    ancho|ancha|anchura|anchos largo|larga|longitud|largos alto|altura|alta fondo|profundidad|profundo|hondo peso|\
pesa|pesan grosor|grueso|espesor diametro perimetro superficie|area volumen|capacidad
    lluvia|llueve|lloviendo|lluvioso seco|seca|soleado|sol nieve|nieva|nevando viento|ventoso calor|caluroso frio|\
frios|helada|heladas niebla tormenta
    alquiler|renta fianza|deposito|senal comunidad|gastos luz|electricidad agua gas internet|fibra|wifi seguro|poliza \
    hipoteca matricula|inscripcion mensualidad|cuota ibi|impuesto|tasas comedor material|libros uniforme
    ida vuelta|regreso
    pantalla bateria teclado raton camara|webcam altavoz cargador microfono auriculares|cascos
    persiana ventana puerta grifo enchufe lampara|bombilla radiador tejado fachada suelo techo pared cerradura timbre
    fontaneria electricidad pintura albanileria carpinteria climatizacion
    camisa pantalon|pantalones zapatos|zapatillas|botas chaqueta|abrigo vestido falda banador gorro|gorra
    nombre apellido edad estatura|altura
    introduccion indice anexo resumen conclusiones
    firma sello factura albaran presupuesto contrato recibo
    estudia trabaja descansa duerme entrena|entrenan juega|juegan
    entrada|entran|entrar|entrante salida|salen|salir|saliente
    llegada|llega|llegan salida|sale|salen
    primera|primero|primer segundo tercera|tercero|tercer cuarto quinto ultima
    delantero trasero|trasera|traseros|traseras
    izquierdo derecho
    superior inferior
    norte sur oeste
    arriba abajo
    rueda|ruedas|neumatico freno|frenos|pastillas cadena manillar|volante motor embrague bateria faro|faros|luces \
    aceite filtro correa amortiguador sillin|asiento parabrisas|luna|lunas retrovisor|espejo puerta maletero
    coche|carro|auto moto|motocicleta bici|bicicleta furgoneta|furgo camion autobus|bus tren|ave|cercanias metro|\
suburbano avion|vuelo barco|ferry|velero patinete tranvia taxi caravana|autocaravana
    lavadora lavavajillas|lavaplatos secadora frigorifico|nevera|frigo|refrigerador congelador horno microondas \
    vitroceramica|placa|fogon cafetera caldera|calentador|termo aspiradora|robot television|tele|televisor impresora \
    router termostato alarma
    carne pescado marisco huevo|huevos leche|lacteo|lacteos|lactosa queso|quesos verdura|hortalizas fruta|frutas pan \
    arroz pasta legumbre|lentejas|garbanzos gluten|trigo nuez|nueces|cacahuete soja chocolate|dulces|azucar sal miel
    pollo|pavo ternera|vacuno cerdo|jamon|chorizo cordero conejo
    manzana|manzanas pera|peras naranja platano|platanos fresa|fresas uva|uvas melon sandia melocoton|melocotones \
    kiwi|kiwis limon|limones cerezo tomate pimiento cebolla ajo|ajos patata|papas zanahoria|zanahorias lechuga \
    calabacin pepino|pepinos
    cafe te|infusion vino|vinos cerveza agua zumo|zumos|jugo leche refresco|gaseosa
    desayuno comida|comer|almuerzo|almorzar merienda|merendar cena|cenar
    espanol|castellano ingles|inglesa frances aleman|alemana italiano|italiana portugues catalan euskera|vasco \
    gallego chino|mandarin japones|japonesa ruso|rusa arabe neerlandes|holandes
    futbol baloncesto|basket tenis padel natacion|nadar atletismo|correr|running|carrera yoga|pilates gimnasio|gym \
    ciclismo esqui judo|karate ajedrez balonmano voleibol|voley escalada senderismo|excursion baile|danza|ballet surf \
    golf
    piano guitarra violin|violonchelo flauta bateria saxofon|trompeta|clarinete canto|coro
    matematicas|mates lengua historia|geografia fisica|quimica biologia|ciencias musica plastico|dibujo religion|\
etica filosofia latin
    pediatra dentista|odontologo|ortodoncista ginecologa|matrona oculista|oftalmologo dermatologa fisio|\
fisioterapeuta psicologa|psiquiatra cardiologo traumatologo veterinario|veterinaria cabecera|ambulatorio
    rodilla hombro codo|codos muneca tobillo espalda|lumbares cuello|cervicales cadera|caderas ojo|ojos oido|oidos|\
oreja|orejas diente|muela|muelas estomago|tripa pulmon|pulmones corazon|cardiaca higado rinon|rinones cabeza mano|\
manos dedo|dedos brazo|brazos pierna|piernas pies garganta nariz|nasal
    antibiotico ibuprofeno paracetamol|gelocatil omeprazol jarabe insulina antihistaminico
    colegio|cole|escuela instituto universidad|facultad|uni guarderia trabaja|oficina|curro casa|hogar hospital|\
clinica iglesia|parroquia biblioteca gimnasio playa montana|sierra|monte pueblo ciudad
    json xml csv yaml|yml pdf excel|xlsx html markdown|md parquet avro protobuf toml
    jpg|jpeg png webp gif svg
    usuario administrador|admin|admins invitado empleado|empleados|plantilla proveedor socio|socios visitante becario \
    editor
    compras venta|vender|venden alquiler
    ingreso|ingresos|cobro|cobros gasto|gastos|pago|pagos
    nacional|peninsula internacional|extranjero
    entrenamiento|entreno|entrenos partido|partidos|competicion|torneo|liga descansa reunion|asamblea ensayo \
    concierto
    standup|daily retro|retrospectiva planning|planificacion review|demo refinamiento|grooming
    instalacion|instalar actualizacion|actualizar desinstalacion|desinstalar arranque|arrancar|inicio parada|parar|\
apagado copia|copias|backup restauracion|restaurar migracion|migraciones despliegue|desplegar|deploy compilacion|\
compilar|build
    interno externo
    imagen|imagenes|foto|fotos video|videos audio|audios texto|textos documento adjunto log|logs metrica traza|trazas
    correo|correos|email|mail sms|mensaje llamada|llamadas|telefono push|notificacion|notificaciones carta|cartas \
    whatsapp|telegram slack
    tarjeta efectivo|metalico transferencia|transferencias bizum|paypal cheque domiciliacion|recibo
    postgres|postgresql mysql|mariadb redis mongodb|mongo sqlite kafka rabbitmq elasticsearch
    presencial telefonico virtual|online|telematico
    corriente ahorro|ahorros
    aperitivo|aperitivos|entrantes postre|postres
    debug release
    prebenjamin benjamin alevin cadete juvenil|juveniles veteranos
    hogar decesos dental mascota|mascotas
    casa|caso|casos|sala|salas|vida|plan|plato|camino|guarderia|maletero|medida|medidas|medio|media|resto|estado|modo|\
parte|partes|tren|trenes|ventana|ventanas|maneras|manera|come|comen|como|debe|juega|juegan|llama|reparar|sabe|saber|\
separar|trabaja|parar|espera|hora|horas|horario|basado|ganado|interno
"""
