"""The page's Kotlin beside the client's jar: a question made here, a collector that is down at first, one report.

And the jar as Android 8 would have it, by the compiler D8, without a warning.
"""

import base64
import datetime
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

RUN = Path(sys.argv[1])
shutil.rmtree(RUN, ignore_errors=True)
RUN.mkdir(parents=True)
(client,) = Path("udfs/client/target").glob("ldp-client-*[0-9].jar")
questions = json.loads(Path("udfs/javascript/conformance/questions.json").read_text())
(question,) = (one for one in questions if one["name"] == "a list with other and missing")
received, is_down = [], True


class Collector(http.server.BaseHTTPRequestHandler):
    """Answers that it has no place, at first."""

    def do_POST(self) -> None:  # noqa: N802, as its library calls it
        received.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(503 if is_down else 204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def coded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def ended(*words: object) -> bytes:
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE).stdout


collector = http.server.HTTPServer(("127.0.0.1", 0), Collector)
threading.Thread(target=collector.serve_forever, daemon=True).start()

# A key of its own, and the conformance file's question with this collector, signed as JWS has it: r and s, no DER.
key, signed, der = RUN / "key.pem", RUN / "signed", RUN / "der"
key.write_bytes(ended("openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256"))
public = ended("openssl", "pkey", "-in", key, "-pubout", "-outform", "DER")
header, body, _ = question["jws"].split(".")
payload = json.loads(base64.urlsafe_b64decode(body + "=="))
last = datetime.date.today() + datetime.timedelta(days=9)
payload |= {"endpoint": f"http://127.0.0.1:{collector.server_port}/", "public": [], "not_after": f"{last}T00:00:00Z"}
signed.write_text(f"{header}.{coded(json.dumps(payload).encode())}")
der.write_bytes(ended("openssl", "dgst", "-sha256", "-sign", key, signed))
numbers = ended("openssl", "asn1parse", "-inform", "DER", "-in", der).decode()
r, s = (int(number, 16) for number in re.findall(r"INTEGER +:([0-9A-F]+)", numbers))
jws = f"{signed.read_text()}.{coded(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
(RUN / "question.jws").write_text(jws)

(kotlin,) = re.findall(r"```kotlin\n(.*?)```", Path("udfs/docs/devices.md").read_text(), re.DOTALL)
kotlin = kotlin.replace("MFkwEwYHKoZIzj0CAQYI...", base64.b64encode(public).decode())
main = 'fun main(words: Array<String>) = println(answerToday(File("question.jws").readText(), words[0], File(".")))'
(RUN / "Answer.kt").write_text(f"{kotlin}\n{main}\n")
libraries = os.environ["KOTLIN"]
standard = next(jar for jar in libraries.split(":") if "kotlin-stdlib" in jar)
path = f"{client.resolve()}:{standard}"
compiler = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler"
options = ["-no-stdlib", "-no-reflect", "-Werror", "-jvm-target", "1.8", "-cp", path, "-d", RUN / "classes"]
ended("java", "-cp", libraries, compiler, *options, RUN / "Answer.kt")


def answer(country: str) -> str:
    words = ["java", "-cp", f"classes:{path}", "AnswerKt", country]
    return subprocess.run(words, cwd=RUN, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


assert answer("DE") == "KEPT"
is_down = False
assert [answer("f"), answer("elsewhere")] == ["SENT", "SENT"]
assert len(received) == 2 and received[0] == received[1], received
dex = RUN / "dex"
dex.mkdir()
java_home = Path(shutil.which("java")).resolve().parents[1]
words = ["java", "-cp", os.environ["D8"], "com.android.tools.r8.D8", "--release", "--min-api", "26"]
words += ["--lib", str(java_home), "--output", str(dex), str(client)]
said = subprocess.run(words, check=True, stderr=subprocess.PIPE, text=True).stderr
assert not re.search("warning|error", said, re.IGNORECASE), said
print(f"D8: {(dex / 'classes.dex').stat().st_size} bytes for API 26, no warning")
print(f"Kotlin: {json.loads(received[0])['id']} was sent twice, drawn once; {client.name}: {client.stat().st_size} bytes")
