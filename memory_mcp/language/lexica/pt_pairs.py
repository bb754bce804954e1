"""Portuguese pairs of opposites, domain by domain: software, houses, food, health, money, travel, moods; no accents."""

from __future__ import annotations

from typing import Final

# Like the lines of pt_opposites.
PAIRS: Final = """\
    incrementais / completo full integral
    ordenado ordem / aleatorio aleatoria random embaralhado embaralhada
    deterministico deterministica / aleatorio aleatoria estocastico random
    readonly / editavel editaveis gravavel
    editavel editaveis / imutavel imutaveis bloqueado
    unidirecional / bidirecional bidirecionais
    opensource / proprietario proprietaria fechado
    embutido embutida integrado nativo / externo avulso avulsa plugin
    ansioso eager / lazy preguicoso preguicosa
    leniente lax permissivo permissiva laxista / estrito estrita rigoroso strict
    verboso verbosa verbose detalhado detalhada / silencioso quiet resumido conciso
    efemero efemera volatil volateis temporario temporaria / persistente permanente duradouro perene
    atualizado atualizada recente / obsoleto defasado defasada ultrapassado ultrapassada
    lossless / lossy
    monolito monolitico monolitica monorepo / microservico microservicos microsservicos multirepo polyrepo
    hardcoded / configuravel configuraveis parametrizado parametrizavel
    primario primaria / secundario secundaria
    critico urgente / triviais irrelevante
    fatais / inofensivo
    nativo / emulado emulada
    bruto / liquido
    relativo / absoluto
    globais globalmente / locais regionais
    singulares / plurais
    maiuscula maiusculas maiusculo / minuscula
    impares / pares
    webhook webhooks push / polling pull
    streaming / lote batch
    nuvem cloud saas / onpremise onprem selfhosted
    terceirizado terceirizada subcontratado outsourced terceirizou / interno inhouse proprio
    mergeado mergeada merged / aberto aberta pendente
    rascunho rascunhos draft / publicado final
    arquivado arquivada / ativo ativa
    rodando executando / parado pausado pausada suspensa interrompido interrompida
    adiciona acrescenta adicionou / removem retira elimina removeu retirou
    sobrescreve substitui / preserva acrescenta anexa
    lanca levanta / engole silencia suprime
    herda herdam / sobrescreve redefine
    expira expiram caduca / vitalicio vitalicia ilimitado perpetuo eterno
    multilingue poliglota / monolingue
    mono / estereo
    analogico / digitais
    cabeado cabeada / wireless
    recarregavel recarregaveis reutilizavel reutilizaveis retornavel / descartavel descartaveis
    colorido / monocromatico monocromatica
    simetrico / assimetrico assimetrica
    homogeneo / heterogenea
    declarativo declarativa / imperativa
    nascente / poente
    sol / sombra
    ensolarado ensolarada soalheiro soalheira / sombrio
    arejado arejada ventilado ventilada / abafado abafada
    espacoso espacosa amplo ampla amplos / apertado apertada acanhado acanhada exiguo pequeno
    aquecido aquecida / frio gelado gelada
    asfaltado asfaltada alcatroado alcatroada pavimentado pavimentada calcetado / terra batida
    murado cercada murada / aberto
    geminado geminada / isolado isolada
    luminoso iluminado / escuro escura sombrio sombria
    urbano / rurais
    centro / periferia suburbio arredores
    litoral / interiores
    acende acendem / apagam
    trifasico trifasica / monofasico monofasica bifasico
    canalizado canalizada encanado encanada / botija botijao bilha
    mobilado mobilada mobiliado mobiliada / vazio vazia
    caducas caduco caducifolia / perene perenes persistente
    resistente / sensivel fragil frageis delicado
    vaso / canteiro
    floresce florida / murcha murcho murchou
    maduro / verde
    comestivel comestiveis / venenoso toxico
    trepadeira / rasteira rasteiro
    fresco / congelado podres
    picante apimentado apimentada / suave
    integrais / refinado branco
    gaseificada gaseificado / lisa
    malpassado malpassada / bempassado bempassada
    jejum / cheio cheia alimentado
    benigna / maligno
    agudo / cronico
    leve ligeiro ligeira / graves severo
    hereditario hereditaria / adquirido
    toleram / intolerante alergico
    sedentario sedentaria / ativo ativa desportista atleta
    miope / hipermetrope
    sobrio / bebado embriagado
    hipertenso hipertensa / hipotenso hipotensa
    hipotiroidismo hipotireoidismo / hipertiroidismo hipertireoidismo
    emagrece emagreceu emagreceram / engordou engordaram
    piora piorou agravou agravaram pioraram / melhora melhorou melhoraram
    careca calvo / cabeludo
    internado / alta
    adotivo adotiva adotado adotada / biologico comprado
    primogenita / cacula
    velho velha velhos velhas / novos novas jovem jovens
    unico / irmaos irmas gemeo gemea
    sozinho sozinha sozinhos / acompanhado acompanhada juntos companhia
    obrigatorio obrigatoria obrigatorios / optativo optativa eletivo eletiva
    individuais individualmente / duplas equipa conjunto
    orais verbais verbalmente / escrito
    teorico / pratico
    manuscrita / digitado digitada impresso datilografado
    titular / suplente reserva
    amadora amadores / profissional profissionais
    vencedora campeao campea / perdedora derrotado
    vitoria vitorias vencem venceu / derrota perde perdeu
    livres / reservado restrito restrita condicionado
    esgotado esgotada esgotados lotado lotada / vaga
    eleito eleita / nomeado nomeada
    unanimidade unanime / maioria
    vista / parcelado parcelada prestacoes
    prepago / pospago
    credor credora credores / devedor devedora devedores
    quitada saldado saldada liquidado liquidada / devedor divida pendente
    lucro lucros lucrativo lucrativa rentavel / prejuizo prejuizos
    superavit excedente / defice
    gastam / poupa poupam economiza economizam
    isento isenta isentos isencao / pagam tributado tributada tributavel
    pessoal pessoais / corporativo empresariais
    vigente vigor / revogado revogada caducado expirado expirada vencido extinto
    culpada / inocente
    condenado / absolvido absolvida
    clandestino / legais registado registrado
    tacita / expresso expressa
    herdado herdada herdou / comprado comprou
    emprestado emprestada / proprio comprado
    direto direta diretos / conexao conexoes baldeacao trasbordo transbordos escala
    individual single / casal duplo
    solteiro / casal
    mao / despachada
    domestico / internacionais
    indoor / outdoor
    cima / baixo embaixo debaixo
    rasos / fundo profundo
    topo / fundo rodape
    plana / ingreme ingremes inclinado acidentado montanhoso
    reto / curvo sinuoso sinuosa torto
    unico unidirecional / duplo duplos
    pontual pontuais pontualmente adianta / atrasa atrasos
    aceleram / abranda freia
    chuvoso chuvosa / seco ensolarado soalheiro
    nublada encoberto / limpo ensolarado soalheiro
    ventoso agitado / calmo
    teletrabalho homeoffice / presenciais presencialmente
    integral inteiro / meio
    contratado contratou admitido / demitido demitida demitiu despedido despediu
    promovido / despromovido rebaixado rebaixada
    autonomo freelancer / assalariado assalariada contratado
    voluntario voluntaria / remunerada assalariado
    experiente experientes veterano / novata principiante
    disponivel disponiveis livres / ocupado
    madrugador madrugadora / noctivago notivago notivaga
    breve / demorada longa
    moderno / antigo antiga antigos antiquado
    castrado castrada esterilizado esterilizada / fertil ferteis
    manso docil meigo meiga sociavel / agressivo agressiva bravo arisco arisca feroz
    domestico / selvagem selvagens silvestre
    pedigree / rafeiro rafeira viralata vira-lata srd
    felizes alegre contentes / triste infeliz
    calmo tranquilo sossegado / nervoso agitado ansioso stressado estressado
    timido introvertido introvertida / extrovertido extrovertida desinibido
    simpatico / antipatico
    lembra lembrou / esquece esqueceu
    medroso medrosa / corajoso corajosa destemido
    generoso / avarento avarenta sovina forreta
    arrumado arrumada organizado / baguncado baguncada
    trabalhador trabalhadora / preguicoso preguicosa
    pilha pilhas / tomada
    aquece aquecem aquecimento / arrefece arrefecimento esfria refrigera
    estanque vedado / vaza pinga verte
    eletrico eletrica eletricos / manuais
    originais autentico / generico copia pirata falsificado falsificada
    novo / seminovo seminova recondicionado recondicionada
    iguais identico / diferente distinto
    suficiente / escasso escassa escassos
    grande enorme / pequeno minusculo
    superiores / inferiores
    anteriores / posteriores seguinte
    iniciais / finais
    importam importou / exportam exportou
    emissor emissora remetente / recetor receptores destinatario
    junto misturado misturada / separado
    apertado apertada / frouxo frouxa folgado folgada
    afiado afiada / cego cega
    transparente / opacos
    brilhante brilhantes / mate fosco fosca baco
    liso / rugoso rugosa aspero estampada listrado
    espesso espessa denso / ralo rala fluido
    oco oca / macico macica
    fertil ferteis / esteril estereis
    publicado / inedito
    anonimo anonimamente / identificado nominais nominativo autenticado autenticada
    amigo / inimigo inimiga inimigos
    apoia apoiam / rejeita combate opoe
    recomenda aconselha indicado / desaconselhado desaconselha contraindicado contraindicada
    horario / antihorario
    retrato / paisagem
    legendado legendada legendas / dublado dublada dobrado dobrada
    vivo / gravado gravada
    acustico / eletrico eletrica
    impresso papel fisico / digitais eletronico eletronica
    mostram exibe exibem / escondem oculta omite
    guardam armazena conserva / descartam
    inclinado torto / direito reto
    subestimado subestimada / sobrestimado superestimado superestimada
    subdimensionado subdimensionada / sobredimensionado superdimensionado
    sucessor sucessora / antecessor antecessora
    vencido / vincendo
    maior maiores adulto / menor
    casado / noivo noiva namorado
    contribuinte / isento isenta
    rotineiro rotineira / excepcional excecional
    comum comuns / raro invulgar
    simples / complexo complexa complexos complicado
    totalmente totais / parcialmente
    integralmente / parcialmente
    ofensivo / defensivo
    concentrado / diluido diluida disperso
    solido / liquido
    hospedeiro anfitriao anfitria / convidado convidada hospede
    entusiasta adepto / cetico cetica
    crente religioso / ateu
    rico / pobre
    bonito / feio feia
    delicioso saboroso saborosa / intragavel horrivel
    divertido interessante / aborrecido chato
    inteiro inteira / partido rachado rachada
    aceso acesa / apagado
    mensal / vitalicio vitalicia
    ilimitado / limite
    pronto / atrasado
    humano / automatizada
    serverless / servidores
    excesso / escassez
    despedido demitido demitida / promovido
    coletivo coletiva / separado
    confidenciais secreto sigiloso sigilosa / publico divulgado
    graduais gradualmente faseado faseada / imediato imediata imediatamente
    automatizada / manualmente manuais
    agendado agendada programado / espontaneo improvisado
    centralizado / descentralizado distribuido
    hierarquico hierarquica / horizontal plano
    serializado serializada / paralelizado paralelizada
    redundantes duplicada / unico
    nominativa / anonimo
    vitalicio vitalicia / temporario temporaria
    alfabetica alfabeticamente / cronologico cronologicamente
    monogamico / poligamico
    aquatico aquatica / terrestre
    herbivoro herbivora / carnivoro carnivora
    sazonal sazonais / permanente anual
    precoces / tardio tardia serodio
    prematuro / tardia
    amargo / adocicado adocicada
    temperado temperada / insosso insossa insipido
    crocante estaladico / mole murcho
    torrado torrada / cru
    engarrafada engarrafado / torneira
    aguado / encorpado encorpada espesso
    tepido tepida morno morna / gelado gelada fervente
    analfabeto / alfabetizado letrado
    caloiro calouro calouros / finalista veterano
    deferido deferida deferiu / indeferido indeferida indeferiu
    arrendatario inquilina / proprietario proprietaria senhorio senhoria
    solvente / falido falida
    falido falida insolvente / lucrativo rentavel rentaveis
    inflacao / deflacao
    rentavel rentaveis lucrativo / deficitario deficitaria
    movimentado movimentada concorrido / deserto vazio sossegado
    povoada povoado / deserta
    lesionada / recuperado apto
    apurada classificado classificada / eliminado
    invicta / derrotado
    ataque atacante / defesa defensor
    mandante / visitante
    domesticado domesticada / selvagem
    peludo / pelado careca
    gordinho obesa / magrinho magro esqueletico
    barbudo / imberbe barbeado
    vidente / cego cega invisual
    ouvinte / surdo surda
    falante falador faladora / calada
    recuperou sarou curado / piorou recaida
    sinteticas / natural algodao
    dobravel dobraveis extensivel retratil / rigido fixo
    giratorio giratoria / fixo fixa
    amovivel removivel removiveis desmontavel / fixo fixa soldada integrado
    expansivel extensivel / fixo
    tatil tactil / fisico
    ergonomico / desconfortavel
    engripado emperrado emperrada encravado / solto livre
    rotativa / fixa
    navegavel / assoreado
    transitavel / intransitavel cortado interrompida
    crescente / minguante
    montante / jusante
    mandatory required / optional
    readonly / writable
    allowlist whitelist / blacklist denylist blocklist
    greenfield / legada
    legada / moderno novo atual
    depreciado depreciada deprecated descontinuado / recomendado suportado mantido atual
    abandonado / mantido mantida ativo ativa
    experimentais / estavel estaveis
    alfa / estavel final
    intrusivo / discreto
    tolerada / punido punida
    reversivel / definitivo
    escalonado escalonada / simultaneo
    simultaneo simultaneamente / sucessivo sequencial sucessivamente alternado alternada
    consecutivo seguidos / alternado alternados intercalado intercalados
    hibrido / presencial presencialmente
    hibrido / remoto
    confirmou confirmaram / cancelou cancelaram desmarcou
    concordou concordaram / discordou discordaram recusou
    aprovou aprovaram / chumbou chumbaram rejeitou rejeitaram vetou
    autorizou permitiu / proibiu vetou
    vetada / aprovado aprovada permitido autorizado
    encharcado ensopado / enxuto
    estiagem / inundacao
    calor / frio
    explicito explicita explicitamente / implicito implicita implicitamente
    ativo ativa ativamente / passivo passiva passivamente
    sucinto sucinta breve / detalhado detalhada extenso extensa
    profundo profunda / superficial superficiais
    interino interina / efetivo efetiva
    simulado simulada mockado / reais
    seco seca / oleoso oleosa gorduroso
    simultaneamente simultaneo paralelo / sequencialmente alternadamente sucessivamente
    temporariamente provisoriamente / permanentemente definitivamente
    individualmente / coletivamente conjuntamente
    diretamente / indiretamente
    verticalmente / horizontalmente
    regularmente / irregularmente esporadicamente
    corretamente / incorretamente
    publicamente / secretamente
    legalmente / ilegalmente
    ilimitado ilimitada ilimitados ilimitadas / limite limites limitado limitada
"""
# Words that exclude themselves with a prefix.
WITH_PREFIX: Final = {
    "des": """
        instalado instala conectado atualizado normalizado ordenado organizado arrumado favoravel necessario
        conhecido confortavel protegido vantajoso vantagem agradavel honesto obediente motivado animado
        equilibrado habitado montado acoplado bloqueado compactado comprimido codificado criptografado
        encriptado carregado congelado qualificado confia trancado tampado mobilado mobiliado entupido
        valorizado valoriza autorizado aconselhado atento informado interessado focado formatado matriculado
        associado vinculado configurado fragmentado hidratado embalado encaixado centralizado classificado
        parafusado indexado calibrado respeita obedece cumpre aparece acelera aprova trava destacado monta
        estruturado ocupado leal igual articulado contente afinado alinhado propositado
    """,
    "in": """
        valido completo correto dependente definido determinado deterministico finito formal direto acessivel
        adequado adequada apto existente consistente constante coerente conclusivo condicional consciente
        conveniente curavel dedutivel desejado desejavel disciplinado discreto divisivel elegivel eficaz
        eficiente esperado exato experiente feliz fiel flexivel justo oportuno operante quieto satisfeito
        sensato separavel suficiente suportavel sustentavel tangivel tolerante transmissivel transferivel util
        vulneravel explicavel utilizavel tratavel navegavel alteravel comunicavel delicado culto grato
        vencivel voluntario
    """,
    "im": """
        perfeito pessoal puro paciente parcial permeavel previsto previsivel proprio preciso produtivo pontual
        ponderado populares provavel prescindivel maturo
    """,
    "ir": """
        regulares real relevante reversivel responsavel recuperavel revogavel restrito reprodutivel
    """,
    "i": """
        legal legivel legitimo limitado licito logico morais maturo
    """,
    "a": """
        normal tipico ciclico politico
    """,
    "as": """
        sintomatico simetrico
    """,
}
