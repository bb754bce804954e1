"""Cues of Portuguese notes; lower case, without accents. Patterns are of whole words, a line or | an alternative.

The verb "is" stands here as it is read, as ``esse``; where people leave its accent out, it is ``e``.
"""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica import pt_opposites

ASKS: Final = r"""
    perguntar (?:a|as|ao|aos|pro|pra|para|se|no|na|pelo|pela|quem|quando|quanto|onde)|pergunta:|perguntas? em aberto
    (?:saber|descobrir|ver|confirmar|verificar|checar|conferir|apurar|averiguar|esclarecer|perceber|entender|decidir) se
    (?:ver|confirmar|verificar|checar|conferir|combinar|esclarecer|tirar a limpo) com (?:o|a|os|as) \w+ se|sera que
    alguem (?:ai |aqui )?(?:sabe|conhece|lembra|se lembra|viu|tem|pode|ja)|quem sabe (?:se|onde|como|quando)
    nao (?:me )?(?:sei|lembro|recordo)(?: bem| ao certo)? (?:se|quando|onde|quem|qual|quais|como|quanto|quantos|o que)
    nao (?:sabemos|se sabe|tenho a certeza|tenho certeza|temos certeza|temos a certeza|faco ideia|estou certo)
    ninguem sabe|sei la se|sem certeza|(?:tenho|temos|fica|ficou|fiquei com|na|em|minha|uma|a) duvida|duvida:
    falta (?:saber|decidir|definir|confirmar|esclarecer|apurar)|resta saber|fica por (?:saber|decidir|definir)
    por (?:decidir|definir|confirmar|esclarecer|apurar|combinar)|a (?:definir|confirmar|esclarecer|apurar|verificar)
    (?:questao|ponto|assunto|tema|tudo) (?:ainda )?em aberto|ainda (?:esta|ta) em aberto|ainda nao (?:se )?decidi\w*|tbd
    incognita|nao (?:esta|ficou|ta) claro|investigar se|em discussao
"""
PLANS: Final = r"""
    \u27e7\u27e7|ideia:|(?:a|minha|nossa|uma) ideia (?:esse|e|era|seria|de)|ideia d[eoa]|propor|proponho|propomos|propoe
    propos|propuseram|propusemos|sugiro|sugerimos|sugestao|sugestoes|sugere|sugeriu|queria|queriam|queriamos|quero
    gost(?:ava|avam|avamos) (?:de|que)|gostaria|gostariam|gostariamos|adorava|adoraria|quem me dera|tomara|oxala|espero
    esperamos|esperava|a espera de|torcendo|torcer|desej\w+|sonh\w+|vontade de|ansios\w+
    um dia (?:ainda|destes|desses|vou|vamos|quero|a gente)|algum dia|qualquer dia destes|qualquer dia desses
    ainda (?:vou|vamos|hei|quero|queremos)|mais dia,? menos dia|quando (?:der|houver|puder|pudermos|sobrar)
    (?:no |na |pro |para o |para a )proxim[oa]s? (?:ano|mes|semana|trimestre|semestre|primavera|verao|outono|inverno)
    proxim[oa]s? (?:sprint|release|versao|iteracao|epoca|temporada)|(?:ano|mes|semana|trimestre|semestre|verao) que vem
    para o ano(?! (?:todo|inteiro|letivo))|pro ano|em breve|brevemente|futuramente|no futuro
    daqui a (?:um|uns|umas|dois|duas|tres|pouco|\d+)|pretend\w+|tencion\w+|planej(?:a|am|amos|ava|ou|o|ando|ado|ada)
    plane(?:ia|iam|amos|ava|ou|io|ado|ada)|(?:o|nosso|meu) plano (?:esse|e|era|seria)|planos (?:de|para|pra) \w+[aei]r
    previst[oa] (?!para|pra|pro|em)|roadmap|to-?do:|todo:|a fazer:|por fazer:|tarefa:|pendencia:|lista de desejos
    wishlist|objetivo:|objectivo:|(?:o|meu|nosso) obje(?:c)?tivo (?:esse|e)|lembrar(?:-me)? d[eoa] \w+[aei]r
    nao esquecer de|precisamos (?:de )?\w+[aei]r|precisava(?:mos)? (?:de )?\w+[aei]r|tratar de \w+[aei]r|bora
    vamos (?:\w+ )?\w+[aei]r|vou \w+[aei]r|irei|iremos|hei de|havemos de|ha-de|ha de|hao-de|hao de|\w{2,}[aei]remos
    (?:a|estamos a|estou a|ando a|andamos a) (?:avaliar|pensar|ponderar|estudar|considerar)|avaliando|ponder\w+|cogit\w+
    pens(?:o|a|am|amos|ei|ou|ava|avamos) em|considera(?:r|ndo|mos|m)
    estud(?:a|am|amos|ando) (?:se|a (?:possibilidade|hipotese|opcao)|\w+[aei]r)|em (?:estudo|avaliacao)|seria|seriam
    teria|teriam|faria|fariam|ficaria|ficariam|poderia|poderiam|poderiamos|deveria|deveriam|deveriamos|iria|iriam
    haveria|daria|dariam|preferia|preferiria|viria|devia|deviam|deviamos|podiamos|conviria|convinha
    era (?:bom|otimo|fixe|giro|ideal)|valia a pena|se calhar|talvez|quem sabe|porventura|eventualmente|possivelmente
    se (?:tudo correr|der certo|deus quiser)|dev(?:e|em) (?:chegar|sair|ficar pront\w+|passar a|mudar)
"""
REPORTS: Final = r"""
    garant(?:iu|iram|em)|jur(?:a|ou|am|aram)(?: que)?|promet(?:e|eu|em|eram|ia|ido|ida)|promessa|anunci(?:a|ou|am|aram)
    afirm(?:a|ou|am|aram|ava)|disse(?:ram)?|disse-me|dizem|diz-se|diziam|dizendo|falou que|falaram que|me falou
    falam que|cont(?:ou|aram)(?:-me)?|me contou|coment(?:ou|aram|a que)|mencion(?:a|ou|aram)|relat(?:a|ou|am|aram)
    reportou|escreve(?:u|ram)? (?:que|no|na|em|num|numa|a dizer)|escrito que|le-se|li (?:num|numa|no|na|que|em)|alegou
    alegam|alegadamente|supostamente|pretensamente|aparentemente|parece que|consta que|ouvi (?:dizer|falar|que)|boatos?
    rumor(?:es)?|fofoca|corre que|dizem por ai|reza a lenda|na opiniao d\w+|na visao d\w+|no entender d\w+
    ach(?:a|am|ava|avam|ou) que|acredit(?:a|am|ava|ou) que|pens(?:a|am|ava) que|julg(?:a|am|ava) que|supoe|imagina que
    insist(?:e|iu|em|iram)|teim(?:a|ou|am)|reclam(?:a|ou|am|aram)|queix(?:a|ou|am|aram)-se|se queix(?:a|ou|am)|desabafou
    explicou|avisou|avisaram|informou|informaram|respondeu|responderam|perguntou|protestou|declarou|declaram
    segundo (?:ele|ela|eles|elas|dizem|consta|me|nos|um|uma|os|as)|na entrevista|numa entrevista|em entrevista
    (?:no|do|pelo) (?:folheto|anuncio|panfleto|prospecto)|n?a (?:propaganda|publicidade|brochura)
    desment(?:e|iu|em|iram)|neg(?:a|ou|am|aram) que|tera dito|teria dito|defende(?:m|u)? que|assegur(?:a|ou|am|aram)
    suspeit(?:a|am|ou|ava) (?:que|de)|prev(?:e|iu|iram) que|na piada|na brincadeira|na noticia|saiu no jornal
"""
PAST: Final = r"""
    (?!oitava|bratislava|agrava|escrava|desbrava|encrava|agravam|desgrava|ressalva)[a-z]{3,}avam?|usavam?|davam?|amavam?
    \w{2,}avamos|\w{2,}iamos|faziam?|viviam?|diziam?|sabiam|dormiam?|bebiam?|comiam?|corriam?|recebiam?|vendiam?
    serviam?|existiam?|tinham|tinhamos|vinham|pertenciam?|permitiam?|exigiam?|abriam?|cresciam?|funcionavam?|escreviam?
    aconteciam?|sofriam?|atendiam?|cabiam?|conheciam?|consumiam?|dependiam?|doiam?|faltavam?|havia|haviam|incluiam?
    mantinham?|mantinha|continham?|pareciam?|perdiam?|produziam?|punham?|queriamos|residiam?|respondiam?|seguiam?
    traziam?|valiam?
    antes (?:da|do|de|das|dos) (?:\w+ ){0,2}(?:migracao|mudanca|reforma|obras?|pandemia|reescrita|troca|refatoracao)
    antes (?:da|do|de|das|dos) (?:\w+ ){0,2}(?:refactor|casamento|divorcio|nascimento|acidente|operacao|cirurgia|fusao)
    ate (?:ao? |o )?(?:ano|mes|semana|verao|inverno) passad[oa]|ate (?:\w+ ){0,4}(?:19\d\d|20[01]\d|202[0-5])
    ate ha (?:pouco|\w+ \w+)|ate ontem|(?:anos?|meses|mes|semanas?|dias|tempos?) atras
    (?<!desde o )(?<!desde )(?:ano|mes|verao|inverno) passado|(?<!desde a )(?<!desde )semana passada
    (?:no|na|ao) (?:sprint|trimestre|semestre|temporada|epoca) passad[oa]|na altura(?! d[aeo])
    naquel[ae] (?:epoca|altura|tempo|ano|verao)|na epoca(?! d[aeo])|em (?:crianca|miud[oa]|pequen[oa]|jovem)
    quando (?:\w+ ){0,3}(?:era|eram|eramos|estava|estavam|estavamos|tinha|tinham|morava|vivia|foi|foram|comecou)
    na (?:minha |sua )?(?:infancia|juventude|adolescencia|faculdade)|nos? (?:meus |seus )?tempos? d[aeo]s?
    de solteir[oa]|em tempos|(?:do|no) ano anterior|noutros tempos|em outros tempos|no passado|de inicio|inicialmente
    no inicio,|no comeco,|a principio|chegou a \w+[aei]r
    ja (?:foi|fui|foram|fomos|esteve|estive|teve|tive|tiveram|morou|morei|viveu|vivi|trabalhou|trabalhei)|morei|vivi
    trabalhei|estudei|frequentei|moramos (?:em|no|na) \w+ (?:ate|de|entre)|ex-\w+|noutra vida|ha muito tempo
    (?:na|da) (?:antiga casa|casa antiga|versao antiga|versao anterior|empresa anterior|outra casa)|no antigo \w+
    costumavam?|costumavamos|de (?:19|20)\d\d a (?:19|20)\d\d|entre (?:19|20)\d\d e (?:19|20)\d\d
"""
ADDS: Final = r"""
    tambem|(?<!\d )tb|um d[oae]s|uma das|alem (?:de|do|da|dos|das|disso|disto|daquilo)|outr[oa]s?|noutr[oa]s?|mais uma?
    entre outr[oa]s|igualmente|ambos|ambas|as vezes|por vezes|de vez em quando|volta e meia|em parte|parcialmente
    sobretudo|principalmente|maioritariamente|majoritariamente|na maior(?:ia| parte)|a maior(?:ia| parte)
    quase tod[oa]s?|algum|alguns|algumas?|vari[oa]s|divers[oa]s|por exemplo|p\.? ?ex|nomeadamente|inclusive
    adicionalmente|bem como|assim como|tanto \w+ como|nao so|ainda por cima|a par d\w+|ocasionalmente|esporadicamente
    quer \w+ quer|incluindo|etc|metade|em conjunto com|juntamente com|de quando em quando
"""
COVERS: Final = r"""
    tod[oa]s?|tudo|so|somente|apenas|unic[oa]s?|unicamente|exclusiv[oa]s?|exclusivamente|em exclusivo|inteiramente
    inteir[oa]s?|totalmente|completamente|integralmente|sempre|cada|qualquer|quaisquer|a tempo inteiro|tempo integral
    periodo integral|100 ?%|nenhum|nenhuma|ninguem|do comeco ao fim|do principio ao fim|de ponta a ponta|na integra
    a totalidade|em bloco|de uma so|sem excecao|por inteiro|full-time|full time
"""
EXCEPTS: Final = r"""
    exceto|excepto|salvo (?:se|quando|em caso|raras?|excec\w+|aos?|as|os)|tirando|a nao ser|com ressalva\w*
    (?:com|unica)(?: a| as)? excec(?:ao|oes)|excec(?:ao|oes)(?: \w+)?:|a excecao d[aeo]s?
    (?:ha|abr\w+) (?:uma )?excec(?:ao|oes)|(?<=, )menos|(?<!pelo )(?<!ao )(?<!ou )(?<!\ba )menos (?:n[oa]s?|aos?|[oa]s)
    excec(?:ao|oes) (?:as?|aos?|d[aeo]s?|para) (?:\w+ ){1,4}?\w+:
    so nao|descontando|descontad[oa]s?|fora (?:d[oae]s? )?(?:isso|isto)|excluindo
"""
HARMLESS: Final = r"""
    \S*no-?reply\S*|nao-responda\S*|nao faz mal|nao (?:ha|tem|tinha|da) (?:problema|mal|crise)|sem problemas?|sem stress
    nada mal|nao (?:esse|e|esta|ta|era|foi) (?:nada )?(?:mau|mal|ma|ruim)|(?:nao ha|nao tem|sem) duvidas?|nao admira
    nao (?:te |se |me |vos )?(?:preocup\w+|esquec\w+)(?: de| que)?|nao ha como|nao (?:me )?(?:posso|podemos) queixar
    nao (?:da|tem|tenho|temos) (?:pra|para|do que|de que) (?:reclamar|queixar)
    nao (?:mais|menos|muito mais) (?:de|do) que|nada (?:mais|menos) (?:do )?que|nem (?:esse )?preciso dizer
    escusado sera dizer|que nem|nem que seja|nao passa d[aeo]|num (?:abrir e fechar|piscar) de olhos
    (?:mais )?cedo ou (?:mais )?tarde|tarde ou cedo|de uma vez por todas|antes de (?:mais|tudo)(?: nada)?
    o? ?quanto antes|antes pelo contrario|(?:nao ha )?nada como|de nada|por nada|nao obstante|mais ou menos|sim ou nao
    ou nao|quer queira,? quer nao|querendo ou nao|nem por isso|nada de (?:especial|mais)|nao rar(?:o|as vezes)
    (?:dia|semana|mes|ano)s? sim,? (?:e )?(?:outr[oa] |dia |semana |mes |ano )(?:nao)?|altos e baixos|sobe e desce
    abre e fecha|vai e vem|dia e noite|noite e dia|nao (?:esse )?(?:so|apenas|somente|unicamente)|nunca (?:esse )?demais
    nao (?:esse|e) (?:brincadeira|a toa|de admirar|por acaso|segredo)|nao tarda(?: nada)?|nao ve(?:jo|em)? a hora
    (?:nao|nunca) (?:vive|passa|fica) sem|(?:nao|nunca) dispensa|(?:nao|nunca) abre mao d[aeo]|(?:nao|nunca) perde uma?
    (?:nao|nunca) faltam?(?: a| as| ao| aos)?|(?:nao|nunca) (?:para|param|deixa|deixam|se cansa) de|nao larga|pois nao
    nada a ver|nem por sombras|nunca mais acaba|que nunca mais acaba|ate nao poder mais|nao (?:esse )?nada do
    nada (?=(?:as|aos|todos|todas|duas|tres|quatro|cinco|bem|crawl|costas|mariposa|ha|\d+|na piscina|no mar|no rio) )
    fora de serie|longe da vista|ao fim e ao cabo|no fim de contas|afinal de contas|a curto prazo|a longo prazo
    pelo menos|ao menos|direito a|nao seja por isso|de alto a baixo|nem (?:mais|menos)
    dentro de (?=\d|um|uma|dois|duas|tres)|sem (?:querer|falta|demora|pressa|jeito|suar)(?: nenhuma?)?
    deix(?:ou|aram|amos|ei)(?= (?!de )\w)|par(?:ou|aram|ei)(?= (?:em|n[oa]s?|aos?|para) )
"""
LACKING: Final = """
    deixou deixaram deixamos parou pararam abandonou abandonaram abandonamos desistiu desistiram
    falta faltam carece carecem inexistente inexistentes inexiste impossivel impossiveis incapaz incapazes evita evitam
    impede impedem inviavel inviaveis
    deixei parei desisti abandonei cessou cessaram largou faltou faltaram inexistencia impossibilidade
    impossibilita inibe impedido impedida impedidos desprovido desprovida desprovidos desprovidas inapto impraticavel
    evitar evite evitem evitamos prescinde prescindem
"""
# What one person or thing is to another, of which there is one: the words that say it.
ROLES: Final = """
    licenca linguagem marca operador responde gere gerencia coordena comanda assina preside
    responsavel mantem mantenedor mantenedora mantido dono dona chefe lider lidera dirige medico medica dentista
    pediatra ginecologista oftalmologista cardiologista veterinario veterinaria senhorio senhoria locador proprietario
    proprietaria professora tecnico treinador capital presidente vice tesoureiro tesoureira secretaria diretor diretora
    gerente coordenador coordenadora gestor gestora contato contacto titular sindico sindica porteiro contador
    contabilista advogado advogada padrinho madrinha marido mulher esposa esposo namorado namorada senha password ceo
    cto fundador fundadora autor autora capitao capita goleiro mecanico fornecedor fornecedora operadora seguradora
    sede
    hostname prefixo sufixo separador delimitador codificacao encoding fuso timezone regiao gerenciador seguradora
    formato charset idioma moeda morada endereco naturalidade apelido alcunha sobrenome empregador empregadora mora vive
    reside moradia nasceu realiza estuda cuida orienta orientador orientadora supervisiona supervisor supervisora
    organiza organizador organizadora patrocina patrocinador patrocinadora substituto substituta sucessor sucessora
    antecessor fisioterapeuta psicologo psicologa regente encarregado encarregada zelador zeladora faxineira baba
    cabeleireiro cabeleireira remetente destinatario curador curadora relator relatora revisor revisora orquestrador
"""
VALUES: Final = """
    madeira vidro plastico aco|inox ferro aluminio marmore granito pedra ceramica|porcelana cobre couro tecido algodao
    gasolina gasoleo|diesel|gasoil etanol|alcool flex eletrico|eletrica|eletricos hibrido|hibrida gpl|gnv hidrogenio
    gas eletrico|eletrica|vitroceramica inducao lenha|carvao pellets solar
    solteiro|solteira casado|casada divorciado|divorciada viuvo|viuva noivo|noiva
    presencial|presencialmente remoto|remota|remotamente|teletrabalho|online hibrido|hibrida
    integral|inteiro|full parcial|part
    integral|gordo magro|desnatado semidesnatado
    a+ b+ ab+ o+
    manha|manhas|matutino|matinal tarde|tardes|vespertino noite|noites|noturno madrugada
    junior pleno senior estagiario|estagiaria
    estagiario|estagiaria efetivo|efetiva|efetivos freelancer|freela|avenca temporario|temporaria clt pj
    iniciante|basico|basica intermediario|intermedia|intermedio avancado|avancada|fluente
    catolico|catolica evangelico|evangelica budista judeu|judia muculmano|muculmana ateu|ateia espirita
    loiro|louro|loira|loura moreno|morena ruivo|ruiva grisalho|grisalha
    comprimido|comprimidos|capsula|capsulas xarope gotas injecao|injetavel pomada adesivo|penso
    onibus|autocarro metro trem|comboio eletrico aviao barco|balsa|ferry
    medico|medica enfermeiro|enfermeira advogado|advogada engenheiro|engenheira professor|professora dentista \
    arquiteto|arquiteta
    main master trunk develop
    debug info warn|warning error
    kubernetes|k8s swarm nomad
    bcrypt argon2|argon2id scrypt pbkdf2 md5 sha1|sha-1 sha256|sha-256
    utf-8|utf8 latin-1|latin1|iso-8859-1
    tabs|tab|tabulacoes espacos|espaco
    seco|seca doce|suave
    dolar|dolares|usd euro|euros|eur real|reais|brl libra|libras|gbp
    incremental|incrementais diferencial completo|completa|completos
    squash rebase
    snake_case camelcase kebab-case pascalcase
    apartamento moradia|vivenda|sobrado
    quadrado|quadrada redondo|redonda oval retangular triangular
    hospital clinica domicilio
    liquido solido|solida gasoso|gasosa
    frito|frita|fritos|fritas assado|assada|assados|assadas cozido|cozida|cozidos|cozidas \
    grelhado|grelhada|grelhados|grelhadas estufado|refogado|guisado
    parquet|parquete|taco|tacos ladrilho|azulejo|mosaico|porcelanato alcatifa|carpete vinil|vinilico \
    laminado|flutuante cimento|microcimento
    telha|telhas ardosia zinco colmo|sape fibrocimento
    linho seda poliester veludo nylon|nailon lycra flanela ganga|jeans
    labrador golden poodle|caniche bulldog|buldogue beagle teckel|dachshund|salsicha pug husky rottweiler yorkshire \
    chihuahua dalmata rafeiro|viralata|srd
    siames persa angora
    chocolate baunilha morango limao caramelo coco cenoura maracuja ananas|abacaxi
    centeio trigo espelta aveia
    tinto|tintos branco|brancos rose espumante
    janela|janelas corredor
    economica executiva
    adsl fibra satelite
    http https
    ftp sftp
    tcp udp
    wpa2 wpa3 wep
    mqtt amqp
    mit apache gpl|gplv3|gplv2 agpl|agplv3 lgpl bsd mpl
    serializable committed uncommitted snapshot
    lru lfu fifo lifo
    rgb cmyk
    x86|x86_64|amd64 arm|arm64|aarch64
    uuid|uuids ulid autoincremento|autoincrement
    lf crlf
    hdd ssd nvme
    scrum kanban
    led halogenia|halogena fluorescente incandescente
    qwerty azerty abnt2 dvorak
    vitoria derrota empate
    sentado|sentada deitado|deitada
    goleiro|guarda-redes zagueiro|defesa volante atacante|avancado
    licenciatura|graduacao mestrado doutorado|doutoramento
    brasileiro|brasileira mexicano|mexicana argentino|argentina indiano|indiana angolano|angolana chileno|chilena \
    peruano|peruana colombiano|colombiana uruguaio|uruguaia mocambicano|mocambicana belga suico|suica \
    canadiano|canadense americano|americana australiano|australiana
    psicologo|psicologa policia|policial bombeiro|bombeira jornalista designer programador|programadora \
    farmaceutico|farmaceutica cozinheiro|cozinheira enfermeiro|enfermeira advogado|advogada
    aceite|aprovado|aprovada recusado|recusada|rejeitado|rejeitada pendente
    canalizado botija|bujao|botijao
    debug release
"""
NARROWING: Final = """
    primavera verao outono inverno
    producao|prod|prd staging|homologacao|hml|homolog|preprod|qualidade desenvolvimento|dev|desenv teste|testes|qa \
    local|localhost|localmente|maquina ci|pipeline sandbox|demo
    macos|mac|osx windows linux|ubuntu|debian|fedora ios|iphone|ipad android
    chrome firefox safari edge
    mobile|celular|telemovel|movel desktop|computador|portatil|notebook tablet web|navegador|browser tv
    app|aplicativo|aplicacao site|website portal newsletter
    frontend|front backend|back
    cliente|clientes servidor|servidores|server
    banco|bd|database|postgres cache|redis fila|filas|broker
    leitura|leituras|read escrita|escritas|gravacao|write conexao|ligacao|connect ociosidade|inatividade|idle
    upload|envio download|transferencia|descarga
    ida volta|regresso|retorno
    partida|partidas|parte|sai|saida|saidas chegada|chegadas|chega|entra|entrada
    ram|memoria disco|ssd|hd|armazenamento cpu|processador|nucleos gpu|grafica rede|banda
    altura|alto|alta largura|largo|larga comprimento|comprido|comprida profundidade|fundo|profundo peso|pesa diametro \
    espessura|grossura area
    free|gratuito|gratis|gratuita pro premium|plus business|empresarial enterprise basico|basica|starter
    chuva|chover|chove|chuvoso sol|ensolarado neve|nevar|neva vento|ventania
    uteis|util feriado|feriados fds|findes ferias
    letivo|letivas|aulas ferias
    treino|treinos descanso|folga|repouso
    aluguel|renda|arrendamento|aluguer condominio caucao|deposito|calcao seguro iptu|imi ipva|iuc|selo \
    luz|eletricidade|energia agua gas internet|wifi telefone|telemovel|celular
    primeiro|primeira segundo|segunda terceiro|terceira ultimo|ultima
    materno|materna paterno|paterna
    velho|velha|primogenito novo|nova|cacula
    dianteiro|dianteira|frente|frontal|dianteiros traseiro|traseira|tras|traseiros
    cima baixo|embaixo
    sala cozinha quarto|quartos|suite banheiro|wc|lavabo|banho garagem varanda|sacada escritorio corredor \
    quintal|jardim lavanderia|lavandaria sotao cave|porao|adega|subsolo hall terraco|laje despensa marquise
    financeiro|tesouraria|faturacao|faturamento contabilidade rh|recursos marketing vendas|comercial juridico \
    suporte|sac compras ti|informatica logistica armazem|almoxarifado engenharia design produto \
    portaria|recepcao|rececao direcao|diretoria
    almoco|almocos jantar|jantares|janta lanche|lanches|merenda ceia
    pai|papai|papa mae|mamae|mama irmao|irmaos irma|irmas tio|tios tia|tias filho filha primo prima sobrinho sobrinha \
    neto neta sogro sogra cunhado cunhada genro nora padrinho madrinha padrasto madrasta marido|esposo mulher|esposa \
    namorado namorada avos bisavo bisavos enteado enteada afilhado afilhada
    gato|gatos|gatinho gata|gatas cao|caes|cachorro|cachorros cadela|cadelas|cachorra|cadelinha coelho|coelha hamster \
    papagaio|periquito|canario tartaruga|cagado peixe|peixes cavalo|egua galinha|galinhas
    escrito|escrita oral|orais pratico|pratica teorico|teorica
    adulto|adultos|adulta crianca|criancas|infantil|miudo|miudos idoso|idosos|seniores \
    estudante|estudantes|aluno|alunos bebe|bebes|nene reformado|reformados|aposentados
    socio|socios|membro|membros visitante|visitantes|convidado|convidados
    masculino|masculina|homem|homens feminino|feminina
    menino|meninos|rapaz|rapazes menina|meninas|rapariga|raparigas
    joelho|joelhos ombro|ombros tornozelo|tornozelos cotovelo|cotovelos pulso|punho coluna|lombar costas olho|olhos \
    ouvido|ouvidos dente|dentes pescoco anca|quadril
    oleo pneu|pneus travao|travoes|freio|freios bateria motor correia embreagem|embraiagem filtro|filtros suspensao \
    farol|farois vela|velas amortecedor|amortecedores
    quadro corrente roda|rodas guidao|guiador selim|banco pedal|pedais cassete
    carro|automovel|auto moto|mota|motocicleta bicicleta|bike camiao|caminhao|carrinha|furgao
    portugues ingles espanhol|castelhano frances alemao italiano mandarim japones
    matematica portugues ingles fisica quimica historia geografia biologia filosofia
    natacao futebol tenis judo|jiu bale|ballet|danca ginastica yoga|ioga pilates volei|voleibol basquete|basquetebol \
    handebol|andebol piano|violao|guitarra|violino surf capoeira karate|carate
    passaporte cnh rg|bi cpf|nif|contribuinte visto
    csv json xml yaml pdf|pdfs xlsx|excel
    unitario|unitarios|unitaria|unitarias integracao e2e carga|stress regressao fumaca|smoke
    credito debito pix boleto|multibanco dinheiro|numerario
    cafe cha leite sumo|suco|refrigerante cerveja vinho
    carne|bife peixe frango|galinha porco marisco|mariscos|camarao ovo|ovos gluten lactose|leite amendoim|amendoins \
    noz|nozes queijo
    aniversario casamento batizado|batismo formatura funeral|enterro
    interior exterior
    consulta|consultas exame|exames|analises cirurgia|operacao vacina|vacinas
    logs|log metricas|metrica traces|tracing alertas|alerta requisicoes|requisicao|requests|pedidos|trafego
    eletricista canalizador|encanador pintor|pintora pedreiro carpinteiro|marceneiro jardineiro
    natal pascoa carnaval|entrudo reveillon
    fatura|faturas recibo|recibos contrato|contratos orcamento|orcamentos comprovante certidao boletim
    credor devedor
    comprador|compradora vendedor|vendedora
    inquilino|inquilina|locatario|inquilinos senhorio|senhoria|proprietario|proprietarios|locador
    embarque desembarque
    checkin|check-in checkout|check-out
    mensalidade|quota|quotas joia|matricula|inscricao multa|multas
    titulares|titular suplentes|suplente
    escritor|autor leitor|leitores
    produtor|produtores consumidor|consumidores
    primario|primaria|master replica|replicas|secundario|standby
    resposta|respostas|response pedido|pedidos|request|requisicao
    cabecalho|cabecalhos|header|headers corpo|body rodape
    papel|papelao plastico|plasticos|embalagens vidro organico|organicos indiferenciado|rejeito
    crawl costas mariposa brucos
    teclado rato|mouse monitor|ecra|tela impressora scanner webcam|camara|camera auscultadores|fones|headset
    frigorifico|geladeira forno fogao|placa microondas|micro-ondas secadora|secador aspirador \
    esquentador|caldeira|aquecedor exaustor maquina
    mesa|mesas cadeira|cadeiras sofa cama|camas armario|armarios|roupeiro estante|prateleira tapete
    camisa|camisola|camiseta|t-shirt calca|calcas sapato|sapatos casaco|jaqueta vestido saia
    tomate|tomates|tomateiro alface|alfaces cenoura|cenouras batata|batatas rosa|roseira|rosas orquidea|orquideas \
    cacto|cactos|suculenta manjericao salsa hortela limoeiro oliveira figueira feto|samambaia
    gripe covid tetano hepatite sarampo raiva
    geometria algebra artes musica religiao
    temperatura humidade|umidade pressao
    minimo|minima maximo|maxima medio|media
    estudo|estudos trabalho lazer
    titulo legenda descricao
    usuario|utilizador|usuarios|utilizadores administrador|admin|administradores
    host porta
    entrada sobremesa|sobremesas prato
    pagina|paginas capitulo|capitulos
"""
OPPOSITES: Final = pt_opposites.OPPOSITES
# Each line is a class; forms of one word are joined by |. These exclude behind a copula: red, blue.
STATES: Final = """
    vermelho|vermelha|encarnado|encarnada azul|azuis verde amarelo|amarela preto|preta|negro|negra branco|branca \
    cinzento|cinzenta|cinza castanho|castanha|marrom roxo|roxa|lilas|violeta rosa laranja bege dourado|dourada \
    prateado|prateada
    pequeno|pequena medio|media grande|enorme
    aberto|aberta pendente fechado|fechada concluido|concluida bloqueado|bloqueada
    vegano|vegana vegetariano|vegetariana onivoro|omnivoro|onivora|omnivora
"""
# These exclude wherever they stand behind the verb: daily, weekly.
MANNERS: Final = """
    diariamente|diario|diaria semanalmente|semanal quinzenalmente|quinzenal mensalmente|mensal \
    bimestral|bimestralmente trimestral|trimestralmente semestral|semestralmente anualmente|anual
    norte sul leste oeste nordeste noroeste sudeste sudoeste
"""
