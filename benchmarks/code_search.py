"""Measure `search_code`: rank of the intended hit, and time.

    python benchmarks/code_search.py FOLDER_OF_THUNDERBIRD_ANDROID [--split dev|held] [--misses] [--news DIR]

The questions were written from declarations drawn at random from the public repository
thunderbird/thunderbird-android, before any result was looked at, and are halved in turn: whatever is
tuned is tuned on `dev` alone. A hit counts where its file is one of those named, and for names where
it is the declaration too. The example app of this repository is asked as well.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from models.settings import KnowledgeSettings, Settings
from rca.knowledge.knowledge_store import KnowledgeStore
from rca.toolkit.tool import ToolContext, invoke, soft_deadline
from rca.tools.search_code import TOOL
from rca.workspace import Workspace

EXAMPLE = Path(__file__).parents[1] / "examples" / "larder"


class Question(NamedTuple):
    """What is asked; `answers` are `File` or `File#name`, any of which is right."""

    query: str
    answers: tuple[str, ...]


EXACT = (
    Question("getMessageCountsFlow", ("GetDisplayAccounts#getMessageCountsFlow",)),
    Question("StorageEditor", ("StorageEditor#StorageEditor",)),
    Question("HtmlSignatureRemover", ("HtmlSignatureRemover#HtmlSignatureRemover",)),
    Question("ContributionPreselector", ("ContributionPreselector#ContributionPreselector",)),
    Question("fixupCharset", ("CharsetSupport#fixupCharset",)),
    Question("CharsetSupport.fixupCharset", ("CharsetSupport#fixupCharset",)),
    Question("saveAttachmentTo", ("AttachmentController#saveAttachmentTo",)),
    Question("ReplyToParser", ("ReplyToParser#ReplyToParser",)),
    Question("findPgpInlineParts", ("MessageCryptoStructureDetector#findPgpInlineParts",)),
    Question("saslAuthPlain", ("RealImapConnection#saslAuthPlain",)),
    Question("getImapSequenceValues", ("ImapUtility#getImapSequenceValues",)),
    Question("readEnhancedStatusCode()", ("SmtpResponseParser#readEnhancedStatusCode",)),
    Question("processPendingAppend", ("MessagingController#processPendingAppend",)),
    Question("DefaultAccountProfileDataMapper", ("DefaultAccountProfileDataMapper#*",)),
)
PARTIAL = (
    Question(
        "UnreadWidgetConfig", ("UnreadWidgetConfigurationFragment", "UnreadWidgetConfigurationActivity")
    ),
    Question("PendCmdSer", ("PendingCommandSerializer",)),
    Question("signatureremover", ("HtmlSignatureRemover",)),
    Question("displayOptionsView", ("DisplayOptionsViewModel",)),
    Question("RecTokLay", ("RecipientTokenLayout",)),
    Question("EnhancedStatus", ("SmtpResponseParser", "EnhancedStatusCode", "StatusCodeClass")),
    Question("moveUsingMoveExt", ("RealImapFolder",)),
    Question("outgoing settings validator", ("OutgoingServerSettingsValidator",)),
    Question("mime header encoder", ("MimeHeaderEncoder",)),
    Question("contactphotoload", ("ContactPhotoLoader",)),
    Question("remote folder type mapper", ("RemoteFolderTypeMapper",)),
    Question("AutocryptPeerUpdate", ("AutocryptOperations",)),
)
WORDS = (
    Question("where is the signature stripped from a quoted html message", ("HtmlSignatureRemover",)),
    Question("which part of the code decides who to reply to", ("ReplyToParser",)),
    Question("save an attachment to a location the user picked", ("AttachmentController",)),
    Question(
        "permanently remove deleted messages on the imap server",
        ("RealImapFolder", "CommandExpunge", "ImapFolder"),
    ),
    Question(
        "validating the outgoing mail server settings",
        ("OutgoingServerSettingsValidator", "OutgoingServerValidationViewModel"),
    ),
    Question("parse replies of the smtp server", ("SmtpResponseParser", "SmtpResponse")),
    Question(
        "choosing which contribution is selected by default when donating", ("ContributionPreselector",)
    ),
    Question("plain password login over imap", ("RealImapConnection",)),
    Question("read the privacy preferences from storage", ("DefaultPrivacySettingsPreferenceManager",)),
    Question(
        "upload a locally saved message to the server folder", ("MessagingController", "CommandUploadMessage")
    ),
    Question("detect pgp encrypted parts of a message", ("MessageCryptoStructureDetector",)),
    Question(
        "load the picture of a contact", ("ContactPhotoLoader", "ContactPictureLoader", "ContactPhotoFetcher")
    ),
    Question("encode non ascii characters in a mail header", ("MimeHeaderEncoder", "EncoderUtil")),
    Question(
        "configure what the unread count home screen widget shows",
        ("UnreadWidgetConfigurationFragment", "UnreadWidgetConfigurationActivity"),
    ),
    Question("close the pop3 connection", ("Pop3Connection",)),
    Question("moving messages with the MOVE extension", ("RealImapFolder",)),
    Question("which accounts are displayed in the navigation drawer", ("GetDisplayAccounts",)),
    Question(
        "how do we pick the client certificate for a server", ("ClientCertificateInput", "KeyChainKeyManager")
    ),
    Question("setting flags on messages", ("CommandSetFlag",)),
    Question("change the sort order of the message list", ("ChangeSortCriteriaSideEffect",)),
    Question("serve attachments to other apps", ("AttachmentProvider",)),
    Question("notification for a single new message", ("SingleMessageNotificationDataCreator",)),
    Question("fix wrong character sets of broken mails", ("CharsetSupport",)),
    Question("pending intent to delete all messages from a notification", ("K9NotificationActionCreator",)),
    Question("account display name and signature during setup", ("DisplayOptionsViewModel",)),
    Question("serialise queued commands to json", ("PendingCommandSerializer",)),
    Question("mapping of folder roles from the server to local types", ("RemoteFolderTypeMapper",)),
    Question("user cancels the purchase", ("PurchaseSlice",)),
    Question(
        "database migration that rewrites addresses", ("MigrationTo84", "MigrationTo62", "MigrationTo76")
    ),
    Question("code formatting plugin of the build", ("SpotlessPlugin",)),
)
LARDER = (
    Question("where are basket totals added up", ("BasketTotal",)),
    Question("text of a price shown to people", ("PriceLabel",)),
    Question("open the local database", ("LarderDatabase",)),
    Question("requests to the recipes server", ("LarderApi",)),
    Question("turn network objects into stored items", ("ItemMapper",)),
    Question("page through the steps of a recipe", ("StepPager",)),
)

NEWS = (
    Question(
        "bring local data up to date in the background",
        ("SyncWorker", "WorkManagerSyncManager", "SyncInitializer"),
    ),
    Question("is the device online", ("ConnectivityManagerNetworkMonitor", "NetworkMonitor")),
    Question("post a notification for unread news", ("SystemTrayNotifier", "Notifier")),
    Question("change old integer ids in preferences to strings", ("IntToStringIdsMigration",)),
    Question(
        "remember which topics the user follows",
        ("NiaPreferencesDataSource", "OfflineFirstUserDataRepository", "UserDataRepository"),
    ),
    Question("download json from the backend", ("RetrofitNiaNetwork",)),
    Question("fake backend data from bundled assets", ("DemoNiaNetworkDataSource", "DemoAssetManager")),
    Question(
        "full text search over articles",
        ("NewsResourceFtsDao", "DefaultSearchContentsRepository", "NewsResourceFtsEntity"),
    ),
    Question(
        "forget recent search terms",
        (
            "RecentSearchQueryDao",
            "DefaultRecentSearchRepository",
            "RecentSearchRepository",
            "SearchViewModel",
        ),
    ),
    Question(
        "choose between light and dark colours",
        ("Theme", "SettingsDialog", "DarkThemeConfig", "MainActivity", "UserData"),
    ),
    Question(
        "draw the bar that shows how far a list is scrolled", ("Scrollbar", "AppScrollbars", "ScrollbarExt")
    ),
    Question("load a picture from the web and show a spinner meanwhile", ("DynamicAsyncImage",)),
    Question("spinner while loading", ("LoadingWheel",)),
    Question("react when the user moves to another time zone", ("TimeZoneMonitor",)),
    Question("report slow frames", ("JankStatsExtensions", "JankStatsModule")),
    Question(
        "combine news with what the user bookmarked",
        ("CompositeUserNewsResourceRepository", "UserNewsResource"),
    ),
    Question("turn database timestamps into dates", ("InstantConverter",)),
    Question("which coroutine dispatcher runs disk work", ("NiaDispatchers", "DispatchersModule")),
    Question("keep the back stack of each bottom tab", ("NavigationState", "Navigator")),
    Question("log that a screen was viewed", ("AnalyticsExtensions", "AnalyticsHelper")),
    Question("sort topics that can be followed by name", ("GetFollowableTopicsUseCase",)),
    Question("table that joins articles with topics", ("NewsResourceTopicCrossRef",)),
    Question(
        "skip what did not change since the last sync",
        ("SyncUtilities", "ChangeListVersions", "NetworkChangeList"),
    ),
    Question(
        "first launch where the user picks interests",
        ("OnboardingUiState", "ForYouViewModel", "ForYouScreen"),
    ),
)
"""Of android/nowinandroid; written before any result there was seen, and never tuned on."""


def main() -> None:
    """Ask everything, and print shares and times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--split", choices=("dev", "held"))
    parser.add_argument("--misses", action="store_true")
    parser.add_argument("--data", type=Path, default=None)
    parser.add_argument("--news", type=Path, help="folder of nowinandroid, asked as a whole")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        data = given.data or Path(scratch)
        app = _indexed(given.folder, data)
        example = _indexed(EXAMPLE, data)
        if given.news is not None:
            _measure("words, news app", _indexed(given.news, data), NEWS, show=given.misses)
        print(f"{'':22} {'n':>3} {'@1':>5} {'@5':>5} {'p50 ms':>7} {'worst':>6}")
        for split in ("dev", "held") if given.split is None else (given.split,):
            for name, workspace, questions in (
                ("exact names", app, EXACT),
                ("parts of names", app, PARTIAL),
                ("words", app, WORDS),
                ("words, example app", example, LARDER),
            ):
                chosen = questions[::2] if split == "dev" else questions[1::2]
                _measure(f"{split} {name}", workspace, chosen, show=given.misses)


def _indexed(folder: Path, data: Path) -> Workspace:
    workspace = Workspace([folder.resolve()], data)
    workspace.index()
    return workspace


def _measure(name: str, workspace: Workspace, questions: tuple[Question, ...], *, show: bool) -> None:
    ranks, times = [], []
    for question in questions:
        context = ToolContext(
            snapshot=workspace.snapshot,
            knowledge=KnowledgeStore(Path(tempfile.gettempdir()) / "rca-no-knowledge", KnowledgeSettings()),
            settings=Settings(),
            data_dir=Path(tempfile.gettempdir()) / "rca-no-knowledge",
            deadline=soft_deadline(TOOL.seconds),
        )
        started = time.perf_counter()
        answer = invoke(TOOL, {"query": question.query, "limit": 5}, context).model_dump(mode="json")
        times.append((time.perf_counter() - started) * 1000)
        hits: list[dict[str, Any]] = answer["data"]["hits"] if answer["success"] else []
        rank = next((place for place, hit in enumerate(hits) if _is_right(hit, question)), None)
        ranks.append(rank)
        if show and rank != 0:
            print(f"  {rank} {question.query!r} → {list(_shown(hits))} {answer.get('error', '')}")
    first = sum(rank == 0 for rank in ranks) / len(ranks)
    five = sum(rank is not None for rank in ranks) / len(ranks)
    print(
        f"{name:22} {len(ranks):3} {first:5.2f} {five:5.2f} {statistics.median(times):7.0f} {max(times):6.0f}"
    )


def _is_right(hit: dict[str, Any], question: Question) -> bool:
    base = hit["filePath"].rpartition("/")[2].partition(".")[0]
    simple = hit["name"].rpartition(".")[2]
    return any(
        base == file and (not name or name in ("*", simple))
        for file, _, name in (answer.partition("#") for answer in question.answers)
    )


def _shown(hits: list[dict[str, Any]]) -> Iterator[str]:
    for hit in hits:
        yield f"{hit['filePath'].rpartition('/')[2]}#{hit['name']} {hit['relevance']:.2f}"


if __name__ == "__main__":
    main()
