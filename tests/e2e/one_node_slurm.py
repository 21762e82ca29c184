"""one_node_slurm.py: a Slurm for this computer only: munged, slurmctld and slurmd, with all their files in one folder,
on the loopback interface, with their own ports. It needs root, but neither systemd nor control groups. It does not
affect another Slurm on the computer.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

PROGRAMS = ("munged", "slurmctld", "slurmd", "sinfo", "squeue", "srun", "sbatch")
UNTIL_READY = 20  # seconds

CONFIGURATION = """\
ClusterName=test
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
SlurmctldPort={controller}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
MpiDefault=none
ReturnToService=2
KillOnBadExit=0
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing():
    """Returns the reason why there can be no Slurm here; None: there can be one."""
    absent = [name for name in PROGRAMS if find(name) is None]
    if absent:
        return f"not installed: {', '.join(absent)} (Debian: munge slurm-client slurmctld slurmd)"
    return None if os.geteuid() == 0 else "slurmd must be started by root"


def find(name):
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def free_port():
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Slurm:
    """Use it as `with Slurm(folder, processors) as slurm`. Processes in this block get slurm.environment."""

    def __init__(self, folder, processors):
        self.folder = pathlib.Path(folder)
        self.daemons = []
        self.environment = {"SLURM_CONF": str(self.folder / "slurm.conf")}
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        self.folder.chmod(0o755)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], controller=free_port(), node=free_port(), folder=self.folder, processors=processors))
        version = re.search(r"(\d+)\.", subprocess.run([find("slurmd"), "-V"], capture_output=True, text=True, check=True).stdout)
        # Older versions need the plugin; with its name in the configuration, they do not look for control groups.
        plugin = "disabled" if int(version[1]) >= 24 else "cgroup/v1"
        (self.folder / "cgroup.conf").write_text(f"CgroupPlugin={plugin}\n")

    def start(self, name, *options):
        log = open(self.folder / f"{name}.out", "wb")  # pylint: disable=consider-using-with
        environment = {**os.environ, **self.environment}
        self.daemons.append(subprocess.Popen([find(name), *options], stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment,
                                             cwd=self.folder, start_new_session=True))
        log.close()

    def logs(self):
        return "\n".join(f"{p.name}:\n{p.read_text(errors='replace')[-1500:]}" for p in sorted(self.folder.glob("*.[lo]*[gt]")))

    def wait_until(self, ready, what):
        until = time.monotonic() + UNTIL_READY
        while not ready():
            dead = [d.args[0] for d in self.daemons if d.poll() is not None]
            if dead or time.monotonic() > until:
                raise RuntimeError(f"{what}: {f'{dead} ended' if dead else 'not in time'}\n{self.logs()}")
            time.sleep(0.1)

    def is_idle(self):
        result = subprocess.run([find("sinfo"), "-h", "-o", "%T"], capture_output=True, text=True, check=False,
                                env={**os.environ, **self.environment})
        return result.stdout.strip() == "idle"

    def __enter__(self):
        key = self.folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        munge = {"key-file": key, "socket": self.folder / "munge.socket", "pid-file": self.folder / "munge.pid",
                 "log-file": self.folder / "munge.log", "seed-file": self.folder / "munge.seed"}
        try:
            self.start("munged", "--foreground", "--force", *(f"--{name}={value}" for name, value in munge.items()))
            self.wait_until((self.folder / "munge.socket").exists, "munged")
            self.start("slurmctld", "-D", "-f", str(self.folder / "slurm.conf"))
            self.start("slurmd", "-D", "-f", str(self.folder / "slurm.conf"))
            self.wait_until(self.is_idle, "Slurm")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for daemon in reversed(self.daemons):
            if daemon.poll() is None:
                daemon.send_signal(signal.SIGTERM)
        for daemon in reversed(self.daemons):
            try:
                daemon.wait(5)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()
