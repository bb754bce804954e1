"""Things of one kind that stand in for each other, in every language: where one is used, hardly another is.

Each line is a class of named things, lower case, one token each; names of one thing are joined by |.
"""

from __future__ import annotations

from typing import Final

_CLASSES: Final = """
    postgres|postgresql|pg mysql mariadb sqlite|sqlite3 oracle mssql mongodb|mongo cockroachdb|cockroach couchdb \
dynamodb cassandra scylladb|scylla firestore duckdb planetscale supabase yugabytedb tidb fauna neon rethinkdb db2 \
aurora clickhouse
    neo4j janusgraph arangodb dgraph memgraph
    influxdb|influx timescaledb|timescale questdb
    snowflake bigquery redshift databricks synapse
    redis valkey memcached|memcache dragonfly keydb hazelcast varnish
    kafka rabbitmq nats sqs pulsar activemq redpanda kinesis zeromq mosquitto emqx nsq pubsub servicebus
    celery rq dramatiq huey sidekiq resque bullmq
    airflow dagster prefect luigi argo temporal camunda
    npm yarn pnpm bun
    poetry pipenv uv pdm conda pip hatch rye
    github gitlab bitbucket gitea forgejo codeberg gogs
    jenkins circleci travis teamcity buildkite bamboo drone semaphore concourse woodpecker appveyor
    aws|amazon gcp azure hetzner digitalocean linode ovh|ovhcloud scaleway vultr ionos exoscale stackit upcloud
    heroku vercel netlify render railway fly|fly.io flyio dokku
    docker podman containerd lxc
    kubernetes|k8s nomad swarm ecs mesos openshift
    react vue|vuejs svelte angular solidjs preact ember
    nextjs|next.js nuxt|nuxtjs remix astro sveltekit gatsby
    django flask fastapi pyramid tornado starlette sanic bottle
    express|expressjs nestjs fastify koa hapi hono
    rails sinatra hanami
    laravel symfony codeigniter yii slim
    spring quarkus micronaut dropwizard
    gin echo fiber chi
    actix axum rocket warp
    webpack vite rollup esbuild parcel turbopack rspack
    pytest unittest nose nose2
    jest vitest mocha jasmine ava
    cypress playwright selenium puppeteer testcafe webdriverio
    rspec minitest
    junit testng spock
    phpunit pest
    gradle maven bazel sbt ant buck pants
    cmake meson autotools scons
    elasticsearch|elastic opensearch solr meilisearch typesense algolia sphinx manticore vespa
    nginx apache|httpd caddy traefik haproxy envoy lighttpd
    terraform pulumi opentofu cloudformation bicep crossplane
    ansible puppet chef saltstack|salt cfengine
    vagrant packer
    slack teams|msteams mattermost discord zulip rocketchat element matrix telegram whatsapp signal threema
    zoom webex jitsi meet skype gotomeeting bigbluebutton whereby
    gmail outlook protonmail|proton fastmail thunderbird tutanota
    jira linear asana trello clickup monday youtrack redmine shortcut basecamp openproject notion
    confluence mediawiki bookstack dokuwiki xwiki wikijs
    figma sketch penpot
    sentry rollbar bugsnag airbrake honeybadger raygun glitchtip
    datadog newrelic|new-relic prometheus dynatrace zabbix nagios icinga checkmk appdynamics signoz netdata
    grafana kibana
    loki splunk graylog papertrail logstash logz.io
    jaeger zipkin tempo
    pagerduty opsgenie victorops squadcast
    launchdarkly unleash flagsmith flipt growthbook split configcat
    stripe adyen mollie braintree paypal klarna square paddle worldpay payone chargebee
    sendgrid mailgun postmark ses mailjet sparkpost brevo|sendinblue mandrill resend mailchimp
    twilio vonage|nexmo messagebird plivo sinch
    auth0 okta keycloak cognito clerk authentik zitadel fusionauth
    vault doppler infisical
    bitwarden 1password lastpass keepass|keepassxc dashlane vaultwarden
    s3 minio gcs backblaze|b2 wasabi
    dropbox onedrive nextcloud owncloud icloud gdrive
    cloudflare fastly akamai cloudfront bunny
    vscode vim neovim|nvim emacs intellij pycharm webstorm sublime eclipse zed goland rider netbeans helix
    ubuntu debian alpine centos rhel fedora rocky|rockylinux almalinux|alma suse|opensuse|sles arch|archlinux nixos \
freebsd openbsd gentoo
    bash zsh fish powershell
    tmux screen zellij
    pip-tools pipenv
    apt yum dnf pacman zypper apk
    homebrew|brew macports
    ruff flake8 pylint
    black yapf autopep8
    mypy pyright pyre
    eslint biome jshint tslint
    prettier dprint
    tailwind|tailwindcss bootstrap bulma foundation
    redux mobx zustand pinia vuex recoil
    sqlalchemy peewee ponyorm tortoise
    prisma typeorm sequelize drizzle knex mikroorm
    hibernate jooq mybatis
    flyway liquibase alembic
    pandas polars
    pytorch|torch tensorflow jax keras
    log4j logback
    slf4j log4j2
    yaml|yml toml ini
    mercurial|hg git svn|subversion perforce
    tabs spaces
    wordpress drupal joomla typo3 ghost contentful strapi sanity
    shopify woocommerce magento shopware prestashop
    salesforce hubspot pipedrive zoho
    sap datev lexware xero quickbooks sage
    go|golang rust python java kotlin ruby php scala elixir typescript javascript haskell clojure perl swift c# c++ \
f# erlang dart ocaml zig julia
    cobol fortran pascal delphi
    vmware proxmox hyperv|hyper-v virtualbox kvm xen qemu
    wireguard openvpn ipsec tailscale zerotier
    squid privoxy
    borg|borgbackup restic duplicity bacula veeam rsnapshot kopia
    raspberry arduino
    spotify tidal deezer
    netflix disney
    vodafone telekom o2 telefonica orange
    visa mastercard amex
"""


def _table() -> dict[str, frozenset[tuple[int, int]]]:
    """Return of each name of which classes it is which member."""
    found: dict[str, set[tuple[int, int]]] = {}
    for number, line in enumerate(_CLASSES.strip().splitlines()):
        for member, names in enumerate(line.split()):
            for name in names.split("|"):
                found.setdefault(name, set()).add((number, member))
    return {name: frozenset(places) for name, places in found.items()}


_TABLE: Final = _table()


def is_rival(name: str) -> bool:
    """Whether a name is known to stand in for others."""
    return name in _TABLE


def are_rivals(a: str, b: str) -> bool:
    """Whether two things stand in for each other, so that using both at one place is unlikely."""
    here, there = _TABLE.get(a, frozenset()), _TABLE.get(b, frozenset())
    if here & there:
        return False
    return any(one == other for one, _ in here for other, _ in there)
