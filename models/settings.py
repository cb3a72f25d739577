"""The settings: `rca.<name>` in VS Code, `RCA_<NAME>` in the environment."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, SecretStr, field_validator

from models.approval_rules import ApprovalRule, read_rules
from models.wire import Wire


class KnowledgeSettings(Wire):
    """The store of past solutions."""

    starter: bool = Field(
        default=True, description="Load the starter knowledge base of solved Kotlin and Android problems."
    )
    dense: bool = Field(
        default=True,
        description="Search by meaning too, with the embedding model (160 MB), which the first search loads. "
        "Off: by words only.",
    )
    embedding_model: str | None = Field(
        default=None,
        description="Name or path of a sentence-transformers model, which needs the extra `models`; "
        "default: the packaged all-MiniLM-L6-v2.",
    )
    url: str | None = Field(
        default=None,
        description=(
            "A ChromaDB server that a team shares. Solutions recorded here are sent there, with secrets "
            "masked, and the team's solutions are received. Setting it is the consent to send."
        ),
    )
    headers: dict[str, str] = Field(
        default_factory=dict, description="HTTP headers for that server, such as Authorization."
    )
    tenant: str = Field(default="default_tenant", description="Tenant on that server.")
    database: str = Field(default="default_database", description="Database on that server.")


class NetworkSettings(Wire):
    """What may leave the machine. Empty: nothing does."""

    allowed_sources: tuple[str, ...] = Field(
        default=(),
        description=(
            "Web sources that may be searched without asking you: stackoverflow, github, docs, mdn, searxng. "
            "For the others you are asked, once per host."
        ),
    )
    private_hosts: tuple[str, ...] = Field(
        default=(),
        description=(
            "Hosts of a private network or this machine that fetch_webpage may request, with their port if "
            "it is not the default: wiki.corp, localhost:8080. All others are refused."
        ),
    )
    stackoverflow_url: str = Field(
        default="https://api.stackexchange.com/2.3", description="Base URL of the API."
    )
    github_url: str = Field(default="https://api.github.com", description="Base URL of the API.")
    mdn_url: str = Field(default="https://developer.mozilla.org/api/v1", description="Base URL of the API.")
    docs_url: str | None = Field(default=None, description="A documentation search with SearXNG's JSON API.")
    searxng_url: str | None = Field(default=None, description="Base URL of a SearXNG instance.")
    stackoverflow_key: SecretStr | None = Field(
        default=None,
        description="Key of the Stack Exchange API, which allows 10,000 requests a day instead of 300.",
    )
    github_token: SecretStr | None = Field(
        default=None,
        description="Token for GitHub's search, which allows 30 requests a minute instead of 10.",
    )


class BudgetSettings(Wire):
    """What one task may take. Off, as a local model pays for nothing; turns and tokens count once set."""

    enabled: bool = Field(default=False, description="Limit the file reads and directory listings of a task.")
    read_bytes: int = Field(
        default=5 * 1024 * 1024, ge=1, description="Total bytes of files that a task may read."
    )
    concurrent_reads: int = Field(
        default=20, ge=1, description="File reads of a task that may run in parallel."
    )
    listings: int = Field(default=10, ge=0, description="Directory listings that a task may make.")
    max_turns: int | None = Field(default=None, ge=1, description="Tool calls that a task may make.")
    max_total_tokens: int | None = Field(
        default=None, ge=1, description="Total tokens of answers that a task may get."
    )


class Settings(Wire):
    """All settings."""

    app_packages: tuple[str, ...] = Field(
        default=(), description="The app's packages, in addition to those that the workspace declares."
    )
    mapping_file: str | None = Field(
        default=None,
        description="R8 or ProGuard mapping file for obfuscated traces. A trace of another build is retraced "
        "with that build's mapping, if the workspace has it.",
    )
    symbol_folders: tuple[str, ...] = Field(
        default=(),
        description="Folders and files with symbols of native code, besides those that the build leaves: "
        "unstripped libraries, `.dbg`, dSYM bundles, Breakpad's `.sym`, ZIP archives of them. Absolute, or "
        "relative to the workspace.",
    )
    code_navigation: Literal["on", "off", "auto"] = Field(
        default="auto",
        description=(
            "Offer code navigation (symbols, definition, references, call hierarchy, hover) in the editor. "
            "`auto`: yes, except in VS Code while another Kotlin extension is active."
        ),
    )
    toolset: str = Field(
        default="debugging",
        description=(
            "Which tools assistants get: debugging, errors, knowledge, navigation, files, terminal, build, "
            "planning, a role "
            "(planner, architect, tdd-guide, code-reviewer, security-reviewer, build-error-resolver), all, "
            "or several separated by commas."
        ),
    )
    auto_approve: dict[str, str] | tuple[ApprovalRule, ...] = Field(
        default={},
        description=(
            "Tool calls that run without approval: the tool's name, and a pattern (RE2) for the whole "
            "canonical JSON of the parameters. `until 2027-01-01 ` before a pattern ends the rule then, "
            "`off ` puts it out of use. A list of objects with tool, pattern, expires and enabled works too."
        ),
    )
    metrics: bool = Field(
        default=True,
        description="Record each tool call on this machine, one line per call: times and counts, no text.",
    )
    assistant_text: Literal["auto", "compact", "brief", "brief-only", "json"] = Field(
        default="auto",
        description=(
            "Form of the answers that models read. `compact` (`auto` and `brief-only` mean the same): text, "
            "the decisive part first. `brief`: over MCP the answer's core is added as structured content. "
            '`json`: the whole answer as JSON. A call over MCP with `detail: "full"` gets the whole answer.'
        ),
    )
    output_schemas: bool = Field(
        default=False,
        description=(
            "Announce the schemas of answers over MCP. Most clients hand them to the model, where they take "
            "more room than the tools themselves; answers then carry structured content."
        ),
    )
    answer_tokens: int | None = Field(
        default=None,
        ge=200,
        description="Maximum size of an answer, in tokens; a larger one is shortened, and stored completely.",
    )
    budget: BudgetSettings = BudgetSettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    network: NetworkSettings = NetworkSettings()

    @field_validator("auto_approve")
    @classmethod
    def _check_rules(
        cls, rules: dict[str, str] | tuple[ApprovalRule, ...]
    ) -> dict[str, str] | tuple[ApprovalRule, ...]:
        if isinstance(rules, dict):
            read_rules(rules)
        return rules

    @property
    def approval_rules(self) -> tuple[ApprovalRule, ...]:
        """The rules of `auto_approve`, in whichever form they were written."""
        return read_rules(self.auto_approve) if isinstance(self.auto_approve, dict) else self.auto_approve
