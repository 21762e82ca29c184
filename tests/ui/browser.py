"""browser.py: a page in headless Chromium, for tests.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import os
import shutil
import sys
import tempfile
import time

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common import utils
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import Select
except ImportError:
    # Another python3 can come before that of the distribution, which has the packages.
    if os.path.exists("/usr/bin/python3") and "MEMSPY_TEST_PYTHON" not in os.environ:
        os.environ["MEMSPY_TEST_PYTHON"] = "/usr/bin/python3"
        os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
    print("skipped: python3-selenium is not installed")
    sys.exit(77)

# With a pipe, chromedriver needs neither a name nor a port to reach the browser.
FLAGS = ("--remote-debugging-pipe --headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run "
         "--disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage").split()


class LocalService(Service):
    """chromedriver, reached by its address: on a minimal system, the name localhost has no address."""
    ADDRESS = "127.0.0.1"

    @property
    def service_url(self):
        return f"http://{self.ADDRESS}:{self.port}"

    def is_connectable(self):
        return utils.is_connectable(self.port, self.ADDRESS)


class Browser:
    """Chromium with its own profile folder. Downloads go to a folder below `directory`."""

    def __init__(self, directory):
        chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
        if chromium is None or chromedriver is None:
            print("skipped: chromium or chromedriver is not installed")
            sys.exit(77)
        options = webdriver.ChromeOptions()
        options.binary_location = chromium
        for flag in FLAGS:
            options.add_argument(flag)
        self.own_files = tempfile.mkdtemp(prefix="memspy-test-chromium-")
        options.add_argument(f"--user-data-dir={self.own_files}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.downloads = directory / "downloads"
        self.downloads.mkdir()
        self.driver = webdriver.Chrome(service=LocalService(chromedriver), options=options)
        self.driver.set_script_timeout(30)
        self.cdp("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.downloads))

    def cdp(self, command, **arguments):
        return self.driver.execute_cdp_cmd(command, arguments)

    def quit(self):
        self.driver.quit()
        # The last process of Chromium can still be writing there.
        shutil.rmtree(self.own_files, ignore_errors=True)

    def window(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def dark(self, on):
        features = [{"name": "prefers-color-scheme", "value": "dark" if on else "light"}]
        self.cdp("Emulation.setEmulatedMedia", features=features)

    def open(self, path, fragment=""):
        """Loads the page from the disk. Returns the seconds until it is ready, or None if it never is."""
        self.errors()
        self.driver.get_log("performance")
        self.driver.get("about:blank")
        start = time.monotonic()
        self.driver.get(f"file://{path}{fragment}")
        while time.monotonic() < start + 60:
            if self.run("return document.documentElement.dataset.ready") == "yes":
                return time.monotonic() - start
            time.sleep(0.02)
        return None

    def errors(self):
        """Returns the messages of the console since the last call."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Returns the addresses that were requested since the page was opened. Data in the page itself are no address,
        and neither are requests of the browser's own pages."""
        urls = set()
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                parameters = message["params"]
                urls.add(parameters.get("request", parameters).get("url", ""))
        return {url for url in urls if not url.startswith(("data:", "about:", "chrome:", "chrome-untrusted:"))}

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def find(self, css):
        return self.driver.find_element(By.CSS_SELECTOR, css)

    def all(self, css):
        return self.driver.find_elements(By.CSS_SELECTOR, css)

    def texts(self, css):
        """Returns the texts of all elements, in one request."""
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", css)

    def choose(self, css, value):
        Select(self.find(css)).select_by_value(value)

    def type(self, css, text):
        field = self.find(css)
        field.clear()
        field.send_keys(text)

    def press(self, *keys, shift=False):
        """Presses keys, one after the other, in the element that has the focus."""
        actions = ActionChains(self.driver)
        if shift:
            actions.key_down(Keys.SHIFT)
        for key in keys:
            actions.send_keys(key)
        if shift:
            actions.key_up(Keys.SHIFT)
        actions.perform()

    def click_at(self, css, x, y, control=False):
        """Clicks at a point of an element; the point is relative to the upper left corner."""
        box = self.run("const b = document.querySelector(arguments[0]).getBoundingClientRect(); return [b.x, b.y]", css)
        for kind in "mousePressed", "mouseReleased":
            self.cdp("Input.dispatchMouseEvent", type=kind, x=box[0] + x, y=box[1] + y, button="left", clickCount=1,
                     modifiers=2 if control else 0)

    def frame(self):
        """Waits until the requested view is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def wait_for(self, condition, seconds=10):
        """Waits until condition() is true. Returns whether it is."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if condition():
                return True
            time.sleep(0.02)
        return False
