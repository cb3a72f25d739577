"""The settings: `rca.<name>` in VS Code, `RCA_<NAME>` in the environment."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field, SecretStr

from models.wire import Wire


class KnowledgeSettings(Wire):
    """The store of past solutions."""

    starter: bool = Field(default=True, description="Whether the starter knowledge base is loaded.")
    dense: bool = Field(
        default=True,
        description="Whether the first search loads the embedding model (160 MB); off: words only.",
    )
    embedding_model: str | None = Field(
        default=None,
        description="Name or path of a sentence-transformers model; default: the pinned all-MiniLM-L6-v2.",
    )
    url: str | None = Field(
        default=None,
        description=(
            "A ChromaDB server that a team shares. What is learnt here is sent there, secrets masked, and "
            "what others learn comes here. Setting it is the consent to send."
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
            "Web sources that may be asked without a question: stackoverflow, github, docs, mdn, searxng. "
            "Others are asked about, each host once."
        ),
    )
    private_hosts: tuple[str, ...] = Field(
        default=(),
        description=(
            "Hosts of a private network or this machine that fetch_webpage may ask, with their port where it "
            "is not the usual one: wiki.corp, localhost:8080. All others are refused."
        ),
    )
    stackoverflow_url: str = Field(
        default="https://api.stackexchange.com/2.3", description="Base of the API."
    )
    github_url: str = Field(default="https://api.github.com", description="Base of the API.")
    mdn_url: str = Field(default="https://developer.mozilla.org/api/v1", description="Base of the API.")
    docs_url: str | None = Field(
        default=None, description="A documentation search that answers SearXNG's JSON."
    )
    searxng_url: str | None = Field(default=None, description="Base of a SearXNG instance.")
    stackoverflow_key: SecretStr | None = Field(
        default=None, description="Key of the Stack Exchange API, for more questions a day (10,000 for 300)."
    )
    github_token: SecretStr | None = Field(
        default=None, description="Token for GitHub's search, for more questions a minute (30 for 10)."
    )


class BudgetSettings(Wire):
    """What one task may take. Off, as a local model pays for nothing; turns and tokens count once set."""

    enabled: bool = Field(default=False, description="Whether reads and directory listings are limited.")
    read_bytes: int = Field(
        default=5 * 1024 * 1024, ge=1, description="Bytes of files that a task may read in all."
    )
    concurrent_reads: int = Field(default=20, ge=1, description="Reads of a task that may run at once.")
    listings: int = Field(default=10, ge=0, description="Directory listings of a task.")
    max_turns: int | None = Field(default=None, ge=1, description="Calls of tools that a task may make.")
    max_total_tokens: int | None = Field(
        default=None, ge=1, description="Tokens of answers after which a task gets no more."
    )


class ApprovalRule(Wire):
    """Calls that the user approves beforehand."""

    tool: str = Field(description="Exact name of the tool.")
    pattern: str = Field(
        description="Regular expression (RE2) that the whole canonical JSON of the parameters has to match: "
        "keys sorted, no spaces."
    )
    expires: datetime | None = Field(
        default=None, description="When the rule ends, ISO 8601; a time without a zone is UTC. null: never."
    )
    enabled: bool = Field(default=True, description="Whether the rule is used.")


class Settings(Wire):
    """All settings."""

    app_packages: tuple[str, ...] = Field(
        default=(), description="The app's packages, besides those the workspace declares."
    )
    mapping_file: str | None = Field(
        default=None,
        description="R8 or ProGuard mapping for obfuscated traces. One that names another build is undone "
        "with that build's mapping where the workspace has it.",
    )
    code_navigation: Literal["on", "off", "auto"] = Field(
        default="auto",
        description=(
            "Whether the editor's own questions about code (symbols, definition, references, call "
            "hierarchy, hover) are answered. `auto`: in VS Code not where another Kotlin extension is "
            "active, elsewhere yes."
        ),
    )
    toolset: str = Field(
        default="debugging",
        description=(
            "Which tools assistants get: debugging, navigation, files, terminal, build, planning, a role "
            "(planner, architect, tdd-guide, code-reviewer, security-reviewer, build-error-resolver), all, "
            "or several with commas between."
        ),
    )
    auto_approve: tuple[ApprovalRule, ...] = Field(
        default=(),
        description="Calls that run without a question: tool, pattern over the parameters, expiry, on/off.",
    )
    metrics: bool = Field(
        default=True, description="Whether a line a call is kept on this machine: times and counts, no text."
    )
    assistant_text: Literal["auto", "brief", "brief-only", "json"] = Field(
        default="auto",
        description=(
            "What models read. `auto`: `json` over MCP, as the protocol asks for, and `brief` in the "
            "editor's own tools. `json`: the whole answer. `brief`: Markdown where a tool writes it, else "
            "JSON without what says nothing; the whole answer stands beside it as structured content. "
            "`brief-only`: without that, for hosts that show models that."
        ),
    )
    answer_tokens: int | None = Field(
        default=None,
        ge=200,
        description="Largest answer, in tokens; a larger one is shortened step by step, and kept whole.",
    )
    budget: BudgetSettings = BudgetSettings()
    knowledge: KnowledgeSettings = KnowledgeSettings()
    network: NetworkSettings = NetworkSettings()
