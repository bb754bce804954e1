"""Portuguese words that exclude each other; all without accents."""

from __future__ import annotations

from typing import Final

from memory_mcp.language.lexica.pt_pairs import PAIRS, WITH_PREFIX

# A line is one opposition: words before the slash exclude words behind it. Forms are stemmed.
_PAIRS: Final = """
    ativado ativada ativo ativa ativos ligado ligada liga habilitado habilitada habilita enabled on aceso acesa / \
    desativado desativada inativo inativa desligado desligada desliga desabilitado desabilitada desabilita disabled \
    off apagado apagada
    sempre frequentemente / nunca jamais raramente
    frequente frequentes / raro rara raros
    sincrona sincrono sincronas sync sincronamente / assincrona assincrono assincronas async assincronamente
    publico publica publicos publicas publicamente public / privado privada privados privadas particular private \
    interno interna
    obrigatorio obrigatoria obrigatorios obrigatorias obrigatoriamente / opcional opcionais facultativo facultativa \
    facultativos voluntario voluntaria opcionalmente
    permitido permitida permitidos permite permitem autorizado autorizada autoriza libera liberado / proibido \
    proibida proibidos proibe proibem interdito interdita vedado vedada veda
    aberta aberto abertos abertas abre abrem abriu / fechada fechado fechados fechadas fecha fecham fechou encerrado \
    encerrada trancado trancada
    adora ama adoram amam gosta gostam curte / odeia detesta odeiam detestam abomina
    valido valida validos validas / invalido invalida invalidos invalidas
    automaticamente automatico automatica automaticos automaticas sozinho / manualmente manual manuais
    antes / depois apos
    seguro segura seguros / inseguro insegura perigoso perigosa
    rapido rapida rapidos rapidamente depressa / lento lenta lentos lentamente devagar demorado demorada
    aumenta aumentam aumentou sobe sobem subiu cresce crescem cresceu / diminui diminuem diminuiu desce descem desceu \
    reduz reduziu cai caem caiu
    aumento subida crescimento / diminuicao reducao descida queda
    local locais localmente / remoto remota remotos remotamente
    casado casada casados / solteiro solteira divorciado divorciada viuvo viuva
    interno interna internos internas internamente / externo externa externos externas externamente
    gratis gratuito gratuita gratuitos gratuitamente free / pago paga pagos pagas cobrado cobrada
    dentro / fora
    acima / abaixo
    cedo / tarde
    destro destra / canhoto canhota esquerdino esquerdina
    esquerdo esquerda / direito direita
    vivo viva vivos vive vivem / morto morta mortos morreu morreram falecido falecida faleceu
    cheio cheia cheios lotado lotada / vazio vazia vazios
    ocupado ocupada / livre livres desocupado desocupada vago vaga
    disponivel disponiveis / indisponivel indisponiveis esgotado esgotada esgotados
    avariado avariada avariou quebrado quebrada quebrou estragado estragada enguicado parado parada / funciona \
    funcionam funcionando funcional operacional arranjado consertado consertada
    funciona funcionam passa passam passou / falha falham falhou quebra quebram reprova
    sucesso / falha fracasso erro insucesso
    estavel estaveis / instavel instaveis intermitente intermitentes
    suportado suportada suportados / descontinuado descontinuada obsoleto obsoleta
    compativel compativeis / incompativel incompativeis
    estrito estrita rigido rigida rigoroso rigorosa / flexivel flexiveis tolerante permissivo permissiva
    requer requerem exige exigem precisa precisam necessita necessitam obriga / dispensa dispensam
    claro clara claros / escuro escura escuros
    barato barata baratos baratas / caro cara caros caras
    barulhento barulhenta ruidoso ruidosa / silencioso silenciosa silenciosos
    alto alta altos altas / baixo baixa baixos baixas
    grosso grossa / fino fina
    largo larga / estreito estreita
    duro dura rijo rija / mole moles macio macia
    doce doces / salgado salgada amargo amarga azedo
    quente quentes / frio fria frios gelado gelada
    seco seca secos / molhado molhada humido humida umido umida
    limpo limpa limpos / sujo suja sujos
    gordo gorda / magro magra
    forte fortes / fraco fraca fracos
    facil faceis facilmente / dificil dificeis dificilmente
    leve leves / pesado pesada pesados
    curto curta curtos / longo longa longos comprido comprida compridos
    perto proximo proxima / longe distante
    muito muita muitos muitas bastante / pouco pouca poucos poucas
    bem / mal
    bom boa bons boas otimo otima excelente / mau ma maus ruim ruins pessimo pessima
    melhor melhores / pior piores
    maior maiores / menor menores
    maximo maxima / minimo minima
    inicio comeco principio / fim final termino
    comeca comecam comecou inicia iniciam / termina terminam terminou acaba acabam acabou
    novo nova novos novas / usado usada usados usadas
    alugado alugada arrendado arrendada aluga arrenda / proprio propria comprado comprada
    saudavel saudaveis sadio sadia / doente doentes
    potavel / impropria improprio contaminada contaminado
    positivo positiva / negativo negativa
    verdadeiro verdadeira true verdade / falso falsa false mentira
    certo certa correto correta corretos corretamente / errado errada incorreto incorreta incorretos
    completo completa completos / incompleto incompleta incompletos
    total inteiro inteira integral / parcial parciais
    aprovado aprovada aprovados aprovou / reprovado reprovada rejeitado rejeitada recusado recusada chumbou reprovou
    aceita aceitam aceite aceitou aceito / recusa recusam recusou rejeita rejeitam rejeitou
    confirmado confirmada marcado marcada agendado agendada / cancelado cancelada cancelou desmarcado desmarcada
    resolvido resolvida corrigido corrigida concluido concluida terminado terminada finalizado finalizada pronto \
    pronta / pendente pendentes inacabado inacabada
    adiantado adiantada pontual pontuais antecipado antecipada / adiado adiada atrasado atrasada
    nacional nacionais / internacional internacionais estrangeiro estrangeira importado importada
    individual individuais / grupo grupos
    individual individuais dedicado dedicada exclusivo exclusiva / partilhado partilhada compartilhado compartilhada \
    coletivo coletiva conjunto
    unico unica / multiplo multipla multiplos multiplas varios varias
    presencial presenciais presencialmente / remoto remota online virtual virtuais distancia
    natural naturais / artificial artificiais sintetico sintetica
    organico organica biologico biologica / convencional convencionais
    cru crua crus / cozido cozida cozidos assado assada
    caseiro caseira / industrial industrializado industrializada
    coberto coberta / descoberto descoberta
    direto direta diretos diretas / indireto indireta escala escalas transbordo
    vertical verticais / horizontal horizontais
    liso lisa / encaracolado encaracolada cacheado cacheada ondulado crespo
    conectado conectada / desconectado desconectada
    online up / offline down
    bloqueado bloqueada bloqueia / desbloqueado desbloqueada desbloqueia liberado liberada
    bloqueante bloqueantes blocking / nonblocking
    incluido incluida incluidos inclui incluem / excluido excluida excluidos exclui excluem
    visivel visiveis / invisivel invisiveis oculto oculta ocultos escondido escondida
    criptografado criptografada criptografados criptografadas encriptado encriptada encriptados cifrado cifrada \
    cifrados / plaintext plano claro simples
    sensivel sensiveis / insensivel insensiveis
    mutavel mutaveis mutable / imutavel imutaveis immutable
    ascendente crescente / descendente decrescente
    ganha ganham ganhou / perde perdem perdeu
    empregado empregada / desempregado desempregada
    presente presentes / ausente ausentes
    vegetariano vegetariana vegetarianos vegano vegana / carnivoro carnivora onivoro omnivoro
    comercial comerciais / residencial residenciais
    temporario temporaria temporarios provisorio provisoria / definitivo definitiva permanente permanentes efetivo
    fixo fixa fixos / variavel variaveis movel moveis rotativo rotativa flutuante
    estatico estatica / dinamico dinamica
    sequencial sequencialmente serie / paralelo paralela concorrente
    stateless / stateful
    compilado compilada / interpretado interpretada
    centralizado centralizada / distribuido distribuida descentralizado
    otimista / pessimista
    solto solta soltos / preso presa presos
    acordado acordada / adormecido adormecida dormindo
    segue seguem respeita respeitam cumpre / ignora ignoram desrespeita viola
    sabe sabem conhece conhecem / desconhece desconhecem
    concorda concordam / discorda discordam
    favor / contra
    macho / femea
    push / pull
    preserva preservam mantem mantido / descarta descartam descartado perde
    diurno diurna / noturno noturna
    manso mansa docil / agressivo agressiva
"""
OPPOSITES: Final = (
    _PAIRS
    + PAIRS
    + "\n".join(f"{word} / {prefix}{word}" for prefix, words in WITH_PREFIX.items() for word in words.split())
)
