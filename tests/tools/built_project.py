"""A project that is built by a wrapper which acts a build, or by real Gradle and Maven, and tools called on it."""

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.scheduling.deadline import Deadline
from rca.toolkit.tool import ToolContext, invoke
from rca.workspace import Workspace
from tests.project_folder import ProjectFolder
from tests.verification.builds import wrapper

ANDROID_APP = 'plugins { id("com.android.application"); kotlin("android") }\nandroid { namespace = "a.b" }\n'
JVM_LIBRARY = 'plugins { kotlin("jvm") }\n'


class BuiltProject(ProjectFolder):
    """`asked` holds each question about approval, `told` each line of progress."""

    def __init__(self, folder):
        super().__init__((folder / "shop").resolve())
        self.data = folder / "data"
        self.workspace = Workspace([self.root], self.data)
        self.store = KnowledgeStore(self.data, KnowledgeSettings(starter=False))
        self.asked = []
        self.told = []
        self.answer = "yes"

    def modules(self, **scripts):
        """Write a build with a module a keyword, its script given."""
        self.write("build.gradle.kts", "")
        for name, script in scripts.items():
            self.write(f"{name}/build.gradle.kts", script)
        included = ", ".join(f'":{name}"' for name in scripts)
        self.write("settings.gradle.kts", f"include({included})\n")

    def wrapper(self, script, name="gradlew"):
        """Write a wrapper that acts a build; its arguments are in `$*`."""
        wrapper(self.root, script, name)
        if (self.root / "settings.gradle.kts").exists() or name == "mvnw":
            (self.root / "settings.gradle").unlink()

    def call(self, tool, deadline=None, **parameters):
        self.workspace.index()
        context = ToolContext(
            self.workspace.snapshot,
            self.store,
            Settings(),
            self.data,
            deadline=deadline or Deadline(),
            approve=self._approve,
            progress=self.told.append,
        )
        return invoke(tool, parameters, context).model_dump(mode="json")

    def data_of(self, tool, **parameters):
        answer = self.call(tool, **parameters)
        assert answer["success"], answer
        return answer["data"]

    def error_of(self, tool, **parameters):
        answer = self.call(tool, **parameters)
        assert not answer["success"], answer
        return answer["error"]

    def close(self):
        self.store.close()
        self.workspace.close()

    @property
    def commands(self):
        """The commands that were shown for approval."""
        return [request.details["command"] for request in self.asked]

    def _approve(self, request):
        self.asked.append(request)
        return self.answer


def junit_report(class_name, *cases):
    """Write a report; a case is a name, or a name with what it failed with."""
    inner = "".join(
        f'<testcase name="{name}" classname="{class_name}" time="0.1"/>'
        if failure is None
        else f'<testcase name="{name}" classname="{class_name}" time="0.1">'
        f'<failure message="{failure[1]}" type="{failure[0]}">{failure[2]}</failure></testcase>'
        for name, failure in ((case, None) if isinstance(case, str) else case for case in cases)
    )
    return f'<?xml version="1.0"?><testsuite name="{class_name}" tests="{len(cases)}">{inner}</testsuite>'
