"""The deployment as far as a machine without Docker can check it: parsed, and the commands it names run."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
import yaml

from services.log.broker import FOLDER
from services.settings import PREFIX, Settings, settings_from

TOP = Path(__file__).parents[2]
DEPLOY = TOP / "deploy"
COMMAND = Path(sys.executable).with_name("nomorebets")


@pytest.fixture(scope="module")
def compose() -> dict[str, dict]:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


@pytest.fixture(scope="module")
def steps() -> list[tuple[str, str]]:
    """The Dockerfile's instructions in order."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [tuple(line.split(maxsplit=1)) for line in lines]


def test_pom_and_compose_name_the_same_kafka(compose):
    pom = ElementTree.parse(DEPLOY / "kafka" / "pom.xml").getroot()
    space = {"m": "http://maven.apache.org/POM/4.0.0"}
    version = pom.findtext("m:properties/m:kafka.version", namespaces=space)
    assert compose["services"]["broker"]["image"] == f"apache/kafka:{version}"
    wanted = [node.text for node in pom.iterfind("m:dependencies/m:dependency/m:artifactId", space)]
    assert wanted == ["kafka_2.13", "log4j-slf4j-impl"]
    if (FOLDER / "libs" / "fetched").exists():
        assert (FOLDER / "libs" / f"kafka_2.13-{version}.jar").exists()


def test_both_brokers_agree_on_what_matters(compose):
    lines = (DEPLOY / "kafka" / "server.properties").read_text().splitlines()
    local = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    remote = compose["services"]["broker"]["environment"]
    for name in ("process.roles", "auto.create.topics.enable", "log.retention.ms", "offsets.topic.replication.factor"):
        assert remote["KAFKA_" + name.replace(".", "_").upper()] == local[name], name


def test_only_this_machine_is_listened_to(compose):
    published = [port for service in compose["services"].values() for port in service.get("ports", [])]
    assert published == ["127.0.0.1:8750:8750"]


def test_every_setting_it_gives_is_one_we_read(compose):
    given = compose["services"]["nomorebets"]["environment"]
    known = {PREFIX + field.name.upper() for field in msgspec.structs.fields(Settings)}
    assert set(given) <= known
    read = settings_from({name: re.sub(r"\$\{\w+:[?-][^}]*\}", "", value) for name, value in given.items()})
    assert (read.kafka, read.host, read.port, read.data) == ("broker:9092", "0.0.0.0", 8750, Path("/data"))
    assert read.webhook_url is None


def test_services_wait_for_what_they_need_and_volumes_exist(compose):
    services = compose["services"]
    for name in services["nomorebets"]["depends_on"]:
        assert "healthcheck" in services[name]
    named = {volume.partition(":")[0] for service in services.values() for volume in service["volumes"]}
    assert {name for name in named if not name.startswith("$")} == set(compose["volumes"])


def test_what_the_image_copies_is_there_and_let_in(steps):
    let_in = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    copied = [source for step, rest in steps if step == "COPY" for source in rest.split()[:-1]]
    assert copied
    for source in copied:
        assert (TOP / source).exists(), source
        assert f"!{source}" in let_in


def test_the_image_starts_what_the_command_offers(compose, steps):
    told = dict(steps)
    assert told["ENTRYPOINT"] == '["nomorebets"]'
    assert told["USER"] == "nomorebets"
    offered = subprocess.run([COMMAND, *yaml.safe_load(told["CMD"])], capture_output=True, text=True, check=True)
    command, *options = compose["services"]["nomorebets"]["command"]
    assert re.search(rf"^  {command} ", offered.stdout, re.MULTILINE)
    known = subprocess.run([COMMAND, command, "--help"], capture_output=True, text=True, check=True).stdout
    for option in (word for word in options if word.startswith("--")):
        assert option in known


def test_without_a_table_file_the_service_says_so_in_one_line(compose, tmp_path):
    run = subprocess.run([COMMAND, *compose["services"]["nomorebets"]["command"]], capture_output=True, text=True,
                         cwd=tmp_path, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "/tables/table.toml" in run.stderr


@pytest.mark.kafka
def test_the_broker_script_starts_a_broker_and_ends_it_on_sigterm(kafka_broker, tmp_path):
    script = [sys.executable, str(DEPLOY / "kafka" / "start.py")]
    taken = subprocess.run([*script, "--port", str(kafka_broker.port), "--data", str(tmp_path / "taken")],
                           capture_output=True, text=True, check=False)
    assert (taken.returncode, taken.stderr.count("\n")) == (2, 1)
    assert f"port {kafka_broker.port} cannot be used" in taken.stderr

    run = subprocess.Popen([*script, "--port", "0", "--data", str(tmp_path / "own")], stdout=subprocess.PIPE, text=True)
    assert run.stdout.readline().startswith("Kafka listens on 127.0.0.1:")
    run.terminate()
    assert run.wait(30) == 0
    run.stdout.close()
    shutil.rmtree(tmp_path / "own")
