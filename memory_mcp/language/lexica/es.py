"""Cues of Spanish notes; lower case, without accents. Patterns are of whole words, a line or | an alternative."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica.es_opposites import OPPOSITES
from memory_mcp.language.lexica.es_words import NARROWING

__all__ = [
    "ADDS", "ASKS", "COVERS", "EXCEPTS", "HARMLESS", "LACKING", "MANNERS", "NARROWING", "OPPOSITES", "PAST",
    "PLANS", "REPORTS", "ROLES", "STATES", "VALUES",
]  # fmt: skip

ASKS: Final = r"""
    hay que preguntar\w*
    (?:faltan?|quedan?|toca)(?: por)? (?:preguntar|confirmar|averiguar|aclarar|comprobar|decidir|saber|definir)\w*
    ^(?:preguntar|averiguar|aclarar|comprobar|confirmar)\w{0,3} (?:\S+ ){0,6}(?:si|cual|cuan\w+(?! antes)|quien|donde)
    ^(?:verificar|mirar|ver|revisar|consultar|saber)\w{0,3} (?:\S+ ){0,6}(?:si|cual|cuan\w+(?! antes)|quien|donde)
    (?:tenemos|hay) que (?:ver|mirar|saber|comprobar|confirmar)\w* (?:\S+ ){0,4}(?:si|cual|cuan\w+(?! antes)|quien)
    (?:preguntarle|preguntarles|preguntadle|preguntale|preguntar|consultarlo) (?:a|al|en|con)
    ^(?:cual es|cuanto cuesta|quien (?:es|lleva|tiene|sabe)|alguien (?:sabe|tiene idea|puede))
    por (?:aclarar|confirmar|decidir|definir|determinar|concretar|ver|saber)
    pendiente de (?:confirmar|aclarar|saber|decidir|respuesta|comprobar)|sin (?:confirmar|aclarar|decidir|definir)
    no (?:se|sabemos|sabe|saben|recuerdo|me acuerdo|consta) (?:\w+ ){0,2}(?:si|cual|cuan\w+|quien|donde|que)
    no (?:queda|esta|tengo|tenemos) (?:muy )?claro (?:\w+ ){0,2}(?:si|cual|cuan\w+|quien|donde|que)
    no (?:estoy|estamos|esta) (?:muy |del todo )?(?:seguro|segura|seguros|seguras) de|vete a saber|no se sabe
    esta por ver|habra que ver|a ver si|alguien sabe|nadie sabe|sabe alguien|sabeis si|sabes si|quien sabe si
    me pregunto|nos preguntamos|ni idea de|dudas?(?= para| pendiente|:)|la duda es|preguntas?(?: pendientes?)?:|tbd|tbc
"""
PLANS: Final = r"""
    ⟧⟧|iran? (?:a|al|de)
    ^(?:apuntar|comprar|pedir|reservar|llamar|renovar|recoger|contratar|arreglar) (?:al?|el|l[oa]s?|una?|cita)
    ^(?:implementar|refactorizar|investigar|evaluar|plantear|valorar|encargar|solicitar|tramitar|buscar|vender) \w+
    propuesta:?|propon\w+|(?:ha|han|hemos) propuesto|sugier\w+|sugerencias?:|ideas?:|to-?do:|tareas?:|pendientes?:
    por hacer|en el roadmap|en la hoja de ruta|lista de deseos
    (?:me|nos|le|les) (?:gustaria|encantaria|apetece|apeteceria|interesaria|haria ilusion|hace ilusion)|ojala
    sonamos con|suena[ns]? con|(?:deber|podr|habr|tendr|querr|convendr|preferir|estar)ia(?:s|n|mos)?
    seria (?:bueno|mejor|ideal|lo ideal|genial|interesante|conveniente|estupendo|util|cuestion|un|una)
    (?:espera(?:mos|n)|espero|confi(?:amos|an|o) en|pretende(?:n|mos)?|dese(?:amos|o)) \w+[aei]r
    (?:piensa[ns]?|pienso|pensamos|pensando|pensado) (?:en )?\w+[aei]r(?:l[aeo]s?|se|me|nos)?|pensando en
    tiene[ns]? (?:pensado|previsto|planeado|intencion|ganas de|idea de)
    (?:tenemos|tengo|tienen) (?:pensado|previsto|planeado|intencion|ganas de|idea de)|con (?:la )?(?:intencion|idea) de
    la idea es|el plan es|el objetivo es|la intencion es|esta[ns]? (?:previst[oa]s?|planead[oa]s?|planificad[oa]s?)
    previst[oa]s? para|planificad[oa]s? para|planead[oa]s? para|se preve\w*|prevemos|se estudia
    estudiamos (?:si|la|el|\w+[aei]r)|(?:queremos|quiero|quisiera\w*) (?:\w+[aei]r(?:l[aeo]s?|se|me|nos)?|que|un|una)
    deseando|sopesa\w*|valora(?:mos|ndo)|barajando|baraja(?:mos|n)|sueno con
    proxim[oa] (?:ano|mes|semana|trimestre|sprint|primavera|verano|otono|invierno|version|curso|temporada)
    proximo (?:lunes|martes|miercoles|jueves|viernes|sabado|domingo)|(?:que viene|que entra)
    (?:ano|mes|semana|trimestre|curso|verano|invierno|primavera|otono) (?:proxim[oa]|siguiente)|manana mismo
    pasado manana|algun dia|el dia de manana|a (?:medio|largo|corto) plazo|mas adelante|en el futuro|en un futuro
    tarde o temprano|cuando (?:podamos|haya|tengamos|se jubile|sea mayor|me jubile|termine)
    (?:voy|vamos|vais) a \w+[aei]r(?:l[aeo]s?|se|me|nos)?|\w+(?:ar|er|ir|dr)emos
    antes de (?:fin|final|finales) de (?:ano|mes|trimestre)|a finales de (?:ano|mes)
    para (?:finales|principios|mediados) de|hay que (?:migrar|pasar|cambiar|mudarse) a|por planificar
    en cuanto (?:podamos|se pueda|haya|pueda)|a la espera de
"""
REPORTS: Final = r"""
    (?:nos|me|le|les) (?:contest|respond|asegur|dij|coment)\w+ que|contestaron que|respondieron que
    dicen|diciendo|dijeron|decian|cont(?:o|aba|aban) (?:\w+ )?que
    (?:me|nos|le|les) (?:conto|comento|aseguro|aviso|explico|ha contado|han contado|han dicho|ha dicho)|comento
    coment(?:a|an|aba) que|cuentan? que|menciono|menciona que|explico que|escribio que|puso que|pone que
    (?:jura|promete|anuncia|insiste|opina|cree|piensa|defiende|reconoce|alega)n? (?:en |de )?que
    (?:sugiere|advierte|avisa|apunta|escribe)n? (?:en |de )?que|promet(?:e|en|io|ieron|ia)
    (?:afirma|asegura|jura|anuncia|insist|opin|cre|pens)(?:ba|ban|ia|ian|ron|io) que|anuncio que|juro que
    presume[n]? de|alardea\w* de|se jacta\w* de|publicita\w*|al parecer|por lo visto|dizque|presuntamente|se supone que
    se supone|se dice que|se rumorea|corre el rumor|rumor(?:es)? de|he oido|hemos oido|oi que|lei que|he leido
    hemos leido|me suena que|(?:el|los|un) (?:folletos?|prospectos?|articulo|anuncios? (?:del?|de la|dicen?|ponen?))
    la (?:publicidad|nota de prensa|propaganda|pagina de ventas|web del fabricante)
    en (?:el|la|un|una|los|las) (?:anuncios?|entrevistas?|folletos?|periodico|prensa|noticias)|a juicio de
    en opinion de|en palabras de|en (?:su|mi|nuestra) opinion|citando|cita:|el comercial (?:nos|me)
    habrian? (?:sido|dicho|estado)|se quejan? de que|se quejaba\w*|acusan? a|se le atribuye
"""
PAST: Final = r"""
    ayer|anteayer|antier|anoche|antano|otrora|antiguamente|en su dia|en su momento|en su epoca|en sus tiempos
    en aquella epoca|en aquel(?:los|la|las)? \w+|(?:por )?aquel entonces|en el pasado|en tiempos|en otros tiempos
    de (?:pequen[oa]s?|nin[oa]s?|joven|jovenes|adolescente|chaval|chico|chica|estudiante|solter[oa])
    (?:el|la) (?:ano|mes|semana|verano|invierno|curso|temporada|trimestre|sprint|otono|primavera) pasad[oa]
    (?<!desde )hace (?:\w+ ){1,3}(?:ano|anos|mes|meses|semanas|dias)(?! que)
    cuando (?:eran?|eramos|tenia|teniamos|estaba|estabamos|vivia|viviamos|iba|ibamos|habia|\w+aba(?:n|mos)?)|de cuando
    sol(?:ia|ian|iamos|ias)|dej(?:o|aron|amos|e) de|ha[ns]? dejado de|hemos dejado de|se acabo
    ex-?(?:mujer|marido|novi[oa]|jef[ea]|emplead[oa]|companer[oa]|director[a]?|cto|ceo)|exmujer|exmarido|exnovi[oa]
    exjef[ea]|exemplead[oa]|excompaner[oa]|exdirector[a]?
    antes (?:usa|tenia|era|vivia|iba|habia|estaba|lo|la|se|del? (?:migra|cambio|mudanza))\w*
    antes de (?:la )?(?:migracion|mudanza|reescritura|fusion|reforma|pandemia|obra|jubilarse|casarse|mudarse|migrar)
    hasta (?:hace|el ano pasado|entonces|la migracion|ahora|ayer)
    (?<!vigente )(?<!valid[oa] )(?<!dura )(?<!n )(?<!vale )hasta \w+ de (?:19|20)\d\d
    (?<!vigente )(?<!valid[oa] )(?<!dura )(?<!n )(?<!vale )hasta (?:el (?:ano )?)?(?:19|20)\d\d
    entre (?:19|20)\d\d y (?:19|20)\d\d|de (?:19|20)\d\d a (?:19|20)\d\d
    (?!(?:acab|grab|trab|alab|destrab|menoscab|recab|clab|silab|socab|garrap)an?\b)\w{3,}aba(?:n|s|mos)?
    viv(?:ia|ian|iamos)|pod(?:ian|iamos)|deb(?:ian|iamos)|ten(?:ian|iamos)|ven(?:ian|iamos)|sal(?:ian|iamos)
    hac(?:ian|iamos)|pon(?:ian|iamos)|cre(?:ian|iamos)|sab(?:ian|iamos)|corr(?:ia|ian|iamos)|dependia[n]?|existia[n]?
    permitia[n]?|conocia[n]?|queria[n]?|queriamos|ponia|venia|salia|cobria[n]?|perdia[n]?|servia[n]?|abria[n]?|leia[n]?
    iba[ns]?|ibamos|eramos|fui|fuimos|fueron|estuv(?:o|e|ieron|imos)|tuv(?:o|ieron|imos)|hubo|hemos tenido
    ha(?:n)? estado
"""
ADDS: Final = r"""
    tambien|ademas|asimismo|igualmente|incluso|aparte|un[oa] de (?:l[oa]s|sus|nuestr[oa]s|mis)|un[oa]s de
    entre otr[oa]s|entre ell[oa]s|(?<!ningun )(?<!ninguna )otr[oa]s?|junto (?:a|con)|tanto .{1,40} como|parte de
    en parte|parcialmente|a veces|en ocasiones|de vez en cuando|mayormente|sobre todo|principalmente|algun[oa]s?
    vari[oa]s|much[oa]s de|la mayoria|p\. ?ej\.?|por ejemplo|etc|a su vez|mas aparte
    segund[oa] (?:opcion|residencia|vivienda|idioma)|de reserva|suplente|ambas?|ambos|los dos|las dos|aun mas
    un[oa] mas|amen de|al igual que
"""
COVERS: Final = r"""
    tod[oa]s?|el unico|la unica|los unicos|las unicas|unic[oa]s?|solo|sola|solamente|unicamente|exclusivamente
    exclusiv[oa]|en exclusiva|siempre|integramente|integro|integra|por completo|completamente|al completo|completo
    completa|cada|a (?:jornada|tiempo) complet[oa]|jornada completa|100 ?%|cien por cien|cualquier|cualquiera
    enter[oa]s?|totalmente|enteramente|en su totalidad|la totalidad|nada mas que|ningun otro|ninguna otra|ninguno mas
    nadie mas|en ningun otro|de principio a fin|de cabo a rabo|sin excepcion|titular|a solas|indistintamente
"""
EXCEPTS: Final = r"""
    salvo|excepto|a excepcion de|con (?:la )?excepcion de|la excepcion es
    (?<!al )(?<!por lo )(?<!de )(?<!lo )menos (?:l[oa]s|el|la|cuando|si|en|a|al|con|para|este|esta|mi|un dia)(?! \d)
    excluyendo|quitando|aparte de|a no ser que|dejando (?:aparte|fuera)|descontando|exceptuando|excepcionalmente
    a menos que|tod[oa]s? menos
"""
HARMLESS: Final = r"""
    no-?reply@\S*|ni que decir tiene(?: que)?|no hace falta decir(?: que)?|no hay ni que decir
    nada mas (?=\w+[aei]r(?:l[aeo]s?|se|me|nos)?\b)|no mas (?=\w+[aei]r\b)
    (?:no )?(?:esta[ns]?|es|son|va[ns]?|anda[ns]?|queda[n]?) nada mal|no (?:esta[ns]?|es|son|va[ns]?|anda[ns]?) mal
    no me quejo|no nos quejamos|no (?:hay|tiene|tenemos|da|dan) (?:ningun )?(?:problemas?|pega|quejas?)
    sin (?:duda(?: alguna)?|problemas?|ningun problema|mas|embargo|falta|querer|ir mas lejos|lugar a dudas)
    sin (?:prisa|pausa|parar|cesar|excepcion|contar)
    no (?:es|son) (?:ninguna? )?(?:broma|tonteria|maravilla|moco de pavo|para menos|nada del otro mundo)|no es que
    no hay duda|no cabe duda|no hay de que|no pasa nada|no te preocupes|no os preocupeis
    no (?:olvidar|olvides|olvideis|olvidemos)(?:se)?(?: de)?|no (?:perder|pierdas) de vista|no hay mal que por bien
    como si nada|no en vano|nada menos que|ni mas ni menos|no menos de|no mas de|no mas tarde de
    no (?:solo|solamente|unicamente)|no obstante|por si no|si no me equivoco|si no recuerdo mal|que no se diga|no veas
    no ve[ao]s|casi nada|de nada|para nada(?= mal)|nunca mejor dicho|mas vale tarde que nunca|nunca es tarde
    hace[n]? falta|hacer falta|hizo falta|hara falta|echa[rn]?(?:mos)? en falta|echa[rn]?(?:mos)? de menos|por lo menos
    al menos|mas o menos|ni fu ni fa|quien no|cuanto antes|lo antes posible|antes que nada|antes de nada
    abierto (?:a sugerencias|de mente)|a puerta cerrada|caso cerrado|salta la alarma|en un abrir y cerrar de ojos
    a todas luces|dar a luz|dio a luz|no (?:quita|impide) que|no tener desperdicio|no tiene desperdicio
    no (?:esta|estan) de mas|no hay (?:mas remedio|otra)|no queda otra|no le hace ascos|no tiene rival|no tiene precio
    no hay (?:nada|nadie) (?:como|mejor que|peor que)|como no(?=,)|no, lo siguiente|no vaya a ser|a no tardar
    no dejar? de
"""
LACKING: Final = """
    carece carecen carecemos falta faltan imposible imposibles incapaz incapaces niega niegan negado negada rehusa
    rehusan inexistente inexistentes ausencia
    carente carentes desprovisto desprovista desprovistos desprovistas exenta rehuye rehuyen
    prescinde prescinden prescindimos evita evitan evitamos renuncia renuncian
    renunciamos incapacitado incapacitada inviable inviables
    irrealizable faltando desconoce desconocen desconocemos
"""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    mantener encarga encargan encargarse cargo responsable responsables encargado encargada mantiene mantenedor
    mantenedora dueno duena jefe jefa lleva dirige medico medica dentista veterinario veterinaria casero casera
    tutor tutora entrenador entrenadora capital titular presidente presidenta contacto director directora
    coordinador coordinadora lider lidera propietario propietaria tesorero tesorera secretario secretaria pediatra
    delegado delegada capitan capitana profesor profesora padrino madrina albacea proveedor gestiona gestor gestora
    supervisa supervisor supervisora conserje portero guardia hostname dominio prefijo sufijo separador delimitador
    codificacion charset huso region marca modelo talla fabricante aseguradora banco compania operadora operador
    distribuidora distribuidor comercializadora suministrador suministra transportista corredor asesor asesora
    gestoria asesoria licencia shell idioma moneda domicilio direccion domiciliado colegio guarderia reside
    residencia sede nacio nacido nacida natural apodo lema mote alias contrasena pin matricula abogado abogada
    notario notaria fisio fisioterapeuta matrona ginecologa ginecologo oculista dermatologo dermatologa psicologo
    psicologa podologo podologa peluquero peluquera mecanico mecanica fontanero fontanera electricista jardinero
    jardinera canguro ninera cuidador cuidadora catequista arbitro arbitra alcalde alcaldesa alcaldia portavoz
    vicepresidente vicepresidenta vocal interventor administrador administradora gerente encabeza preside coordina
    capitanea entrena patrocina patrocinador patrocinadora anfitrion anfitriona organiza organizador organizadora
    custodia ponente moderador modera moderadora autor autora creador creadora fundador fundadora fundo fabrica
    imparte mentor mentora avalista aval arrendador arrendadora inquilino inquilina heredero heredera beneficiario
    beneficiaria sucesor sucesora sustituto sustituta relevo predecesor predecesora esposo esposa marido mujer novia
    novio pareja prometido prometida suegra suegro registrador hosting hospedaje alojamiento alojado alojada aloja
    distro distribucion asignado asignada aprobador aprobadora revisor revisora empleador patron patrona parroco
    imprenta proveedora llamado llamada llama destinatario destinataria remitente firmante horaria apellido contable
    repartidor cartero chofer conduce encargo ocupa ocupan
"""
# A thing has one of each line at a time; forms of one are joined by |, a long line goes on behind a backslash.
VALUES: Final = """
    cocina|cocinas salon|comedor dormitorio|habitacion|alcoba|cuarto bano|banos|aseo|ducha pasillo|recibidor|entrada \
    terraza|balcon|patio|azotea garaje|cochera|parking trastero|desvan|buhardilla|sotano|bodega despacho|estudio \
    jardin|huerto piscina lavadero
    ventas|comercial marketing soporte|atencion rrhh|personal finanzas|contabilidad|facturacion|tesoreria legal|\
juridico compras logistica|almacen direccion|gerencia sistemas|informatica|infraestructura|plataforma diseno producto \
    calidad
    xs s m l xl xxl
    roble pino haya nogal bambu abeto cerezo acero|hierro aluminio laton cobre plastico|pvc vidrio|cristal marmol \
    granito ceramica|porcelana carton
    euro|euros dolar|dolares yen|yenes
    madera metal|metalico|acero|aluminio|hierro|laton|cobre plastico|pvc|vinilo vidrio|cristal piedra|marmol|granito|\
pizarra ceramica|gres|porcelana|barro cuero|piel algodon lana lino seda poliester|nailon|nylon carton|papel hormigon|\
cemento ladrillo goma|caucho|silicona
    infantil|guarderia|preescolar primaria secundaria|eso|instituto bachillerato|bachiller|preparatoria universidad|\
universitario|universitaria
    primero|primera|primer segundo tercero|tercera|tercer cuarto quinto sexto|sexta septimo octavo noveno|novena \
    decimo
    bajo|sotano|entresuelo atico
    alba|amanecer|madrugada mediodia anochecer|atardecer|ocaso medianoche
    cuadrado redondo|circular triangular rectangular ovalado|ovalada hexagonal
    becario|becaria|practicas junior senior
    oro plata bronce platino
    monolito|monolitico microservicio
    rest|restful graphql grpc|rpc soap
    bajo|baja|leve medio|media|moderado|moderada alto|alta|elevado|elevada critico|grave
    indefinido temporal|eventual autonomo|freelance funcionario|funcionaria jubilado|pensionista parado|parada|\
desempleado estudiante
    celiaco vegetariano vegano|vegana omnivoro carnivoro
    catolico protestante judio|judia musulman budista ateo|atea|agnostico
    aprobado|aceptado rechazado|denegado|suspendido pendiente
    abierto pendiente|planificado resuelto|cerrado|cerrada|finalizado|terminado bloqueado
    debug info warning|warn error|fatal
    parquet|parque|tarima|laminado baldosa|baldosas|terrazo|azulejo moqueta linoleo|vinilico microcemento corcho
    teja|tejas uralita|chapa paja
    radiante radiador|radiadores
    galgo podenco labrador beagle caniche bulldog dalmata mastin bodeguero chihuahua yorkshire teckel boxer husky \
collie golden setter cocker rottweiler doberman mestizo|mestiza
    siames|siamesa persa angora bengali
    vainilla chocolate turron stracciatella pistacho avellana
    serializable committed uncommitted repeatable
    alfabetico|alfabeticamente cronologico|cronologicamente|fecha relevancia popularidad
    a3 a4 a5 a6 b5
    matrimonio litera|literas
    hotel hostal camping|acampada albergue
    chalet|unifamiliar duplex loft
    rubio|rubia moreno|morena pelirrojo|pelirroja canoso|canosa calvo|calva
    pastilla|pastillas|capsula|capsulas inyeccion|inyecciones|inyectable gotas supositorio|supositorios sobres
    snake_case|snakecase camelcase kebabcase|kebab-case pascalcase
    tcp udp
    imap pop3
    ftp sftp
    mqtt amqp coap
    saml oauth|oauth2|oidc ldap
    md5 sha1|sha-1 sha256|sha-256 sha512|sha-512
    bcrypt argon2|argon2id scrypt pbkdf2
    gzip zstd brotli snappy lz4
    utf8|utf-8 latin1|latin-1 ascii utf16|utf-16
    uuid|uuids|uuidv4 autoincremental|autoincrementales|secuencial ulid|ulids
    ipv4 ipv6
    ext4 ntfs btrfs zfs xfs exfat
    crlf lf
    mit gpl|gplv3|gplv2 bsd agpl|agplv3 mpl lgpl
    kanban scrum
    semver calver
    lru lfu fifo lifo
    arm|arm64 x86|amd64|x86_64
    turista preferente
    principios mediados finales
    piel|cuero tela polipiel|ecopiel
    milisegundos segundos microsegundos
    celsius fahrenheit kelvin
    bytes kilobytes megabytes
    berlina|sedan monovolumen todoterreno|suv descapotable
    oled qled plasma
    wpa2 wpa3 wep
    cesped albero tartan
    portero|portera defensa centrocampista
    soprano|sopranos contralto|contraltos tenor|tenores baritono|baritonos
    gemelos|gemelas mellizos|mellizas trillizos|trillizas
    oliva girasol colza
    basmati bomba jazmin
    lager ipa stout pilsner
    aries tauro geminis virgo escorpio sagitario capricornio piscis
"""
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    rojo|roja|granate|burdeos|carmesi|escarlata azul|azulado|celeste|marino|anil verde|verdoso|esmeralda amarillo|\
mostaza|dorado negro|antracita blanco|crema|marfil gris|grisaceo|plateado marron|castano|chocolate naranja|anaranjado \
    morado|morada|violeta|lila|purpura rosa|fucsia beige turquesa
    pequeno|pequena|minusculo|diminuto mediano|mediana grande|enorme|gigante|inmenso
    soltero|soltera casado|casada divorciado|separado|separada viudo|viuda
    gasolina diesel|gasoleo|gasoil electrico hibrido|hibrida gas|glp|butano|propano lena|pellets|biomasa|carbon \
    aerotermia|geotermia solar
    tinto|tintos blanco rosado|rosados
    incremental diferencial completo
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    horaria diariamente|diario|diaria|cotidiano semanalmente|semanal quincenalmente|quincenal|bisemanal mensualmente|\
mensual bimestral trimestralmente|trimestral cuatrimestral semestral|semestralmente anualmente|anual bienal
    primavera verano otono invierno
    norte sur oeste noreste|nordeste noroeste sureste|sudeste suroeste|sudoeste
    matutino vespertino nocturno diurno
"""
