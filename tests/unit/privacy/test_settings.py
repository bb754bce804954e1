"""A password in settings, a table or a command goes, though it be a word; placeholders, labels and code stay."""

from __future__ import annotations

import pytest

from memory_mcp.privacy.redaction import redact

# In two parts, so that no scanner finds them here.
LOOKS = (
    "linden" + "allee",
    "Ziegen." + "Hirte",
    "Ofen" + "-heiSS",
    "pane&" + "Vino",
    "Kupfer" + "berg",
    "d4chs-" + "Bau-9",
)
SETTINGS = (
    "client campus {{\n  ipaddr = 10.1.0.0/16\n  secret = {}\n}}\n",
    "[database]\nuser = shop\npasswd = {}\n",
    "mail:\n  user: jo\n  smtp_pass: {}\n",
    "//10.0.0.4/data /mnt/d cifs username=jo,password={},vers=3.0 0 0",
    "/ppp secret add name=jo password={} service=l2tp",
    "add name=guests mode=dynamic-keys wpa2-pre-shared-key={}",
    "helm upgrade shop chart --set auth.password={}",
    "host=db user=jo password={} dbname=shop",
    "jdbc:sqlserver://db:1433;user=jo;password={{{}}};encrypt=true",
    "cat /etc/openvpn/auth.txt\nanna-k\n{}\n",
    "# /etc/rsyncd.secrets\nbackup:{}\n",
    "config wifi-iface\n  option ssid 'Attic'\n  option key '{}'\n",
    "uci set wireless.guest.key='{}'",
    "<sharedKey><keyMaterial>{}</keyMaterial></sharedKey>",
)
TABLES = (
    "| Kunde | Login | Passwort |\n|---|---|---|\n| Amsel | ram | {} |\n",
    "| usuario | contraseña |\n|---|---|\n| ana | {} |\n",
    "| 用户 | 密码 |\n|---|---|\n| ana | {} |\n",
    "name;user;kennwort;rolle\nEmpfang;e1;{};user\n",
    "COPY users (id, login, passwd) FROM stdin;\n7\tann\t{}\n",
    "REPLACE INTO accounts (login, password) VALUES ('ann', '{}');",
    "login\thasło\nana\t{}\n",
)
COMMANDS = (
    'for box in a b; do echo "kiosk:{}" | ssh root@$box chpasswd; done',
    "printf '%s' '{}' | cryptsetup luksOpen /dev/sdb1 data -",
    'echo -e "{0}\\n{0}" | smbpasswd -a -s jo',
    'USERS=( "anna:{}" ); for u in "${{USERS[@]}}"; do echo "$u" | chpasswd; done',
    "echo '{}' | gpg --batch --passphrase-fd 0 -d box.gpg",
    'net user jo "{}" /add',
    'schtasks /create /tn n /ru SHOP\\jo /rp "{}"',
    "keytool -importkeystore -srckeystore a -srcstorepass {0} -destkeystore b -deststorepass {0}",
    "kubectl create secret generic pay --from-literal=user=jo --from-literal=signing={}",
    "doveadm auth test jo@example.org {}",
    "mosquitto_passwd -b /etc/mosquitto/p jo {}",
    'ConvertTo-SecureString -AsPlainText "{}" -Force',
    'New-LocalUser -Name jo -Password "{}"',
    "authenticate('jo', '{}')",
    'client.username_pw_set("jo", "{}")',
    'smtp.PlainAuth("", "jo@example.org", "{}", "smtp.example.org")',
    'new UsernamePasswordCredentialsImpl(Scope.GLOBAL, "id", "text", "deploy", "{}")',
    'signInWithEmailAndPassword(auth, "jo@example.org", "{}")',
    'generate_password_hash("{}")',
    "child.expect('Password:')\nchild.sendline('{}')",
    'expect {{\n  "password:" {{ send "{}\\r" }}\n}}',
    "evil-winrm -i box -u jo -p {}",
    "TF_VAR_db_password={} terraform apply",
    "curl -F password={} example.org",
)
HARMLESS = (
    "user = request.user\npassword = request.password\n",
    "def connect(user, password=default):\n    return user\n",
    "users:\n  password: Passwort\n  email: E-Mail\n",
    "password: {{ .Values.db.password | b64enc | quote }}",
    '"BlockPicturePassword"=dword:00000001',
    "postgresql://[user[:password]@][host][:port]",
    "CREATE USER name IDENTIFIED BY 'password'",
    '"shop/no-hardcoded-passwords": "warn"',
    "| Setting | Password | Meaning |\n|---|---|---|\n| length | Minimum | how long |\n",
    "kubectl create secret generic pay --from-literal=user=johanna",
    'echo "$PASSWORD" | sudo -S true',
    "add name=guests password=$pw service=l2tp",
    "net user /domain",
    'auth("api", "web")',
    "COPY users (id, login) FROM stdin;\n7\tann\n",
    '{"name": "theme", "value": "dark-blue-and-very-long-7"}',
    'bcrypt.hashpw(password, "utf-8")',
    "child.expect('name:')\nchild.sendline('Robin-Amsel')",
    "cat notes.txt\nfirst line\nsecond line\n",
)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("text", [*SETTINGS, *TABLES, *COMMANDS])
def test_a_password_in_settings_tables_and_commands_is_masked(text: str, look: str) -> None:
    shown = redact(text.format(look)).text
    assert "[redacted: " in shown
    assert look not in shown


@pytest.mark.parametrize("text", HARMLESS)
def test_code_templates_and_labels_stay(text: str) -> None:
    assert redact(text).text == text
