/**
 * The program that reads and changes tickets with planfile's own functions: its command line cannot create a ticket with
 * all fields, cannot do it once per key, and takes a second for each call. It is fixed; everything else comes from
 * standard input, a line of JSON `{root, operation, arguments}` for each request. Each answer is a line `{"answer": …}`
 * or `{"error": …}` on standard output, and all other output goes to standard error. It ends with its input.
 */
export const BRIDGE = `
import contextlib, glob, io, json, os, sys
answers, sys.stdout = sys.stdout, sys.stderr
from importlib.metadata import entry_points, version
from planfile import Planfile

ACTOR = "analyzer"
FINAL = ("done", "canceled")


class Refused(Exception):
    pass


def status_of(ticket):
    return str(getattr(ticket.status, "value", ticket.status))


def dump(ticket):
    return None if ticket is None else ticket.model_dump(mode="json")


def required(store, ticket_id):
    ticket = store.get_ticket(ticket_id)
    if ticket is None:
        raise Refused("there is no ticket " + ticket_id)
    return ticket


def update(store, ticket_id, **fields):
    store.update_ticket(ticket_id, reason="analyzer", actor=ACTOR, **fields)


def restore(store, ticket_id):
    # Blocked and failed tickets are archived, where nothing runs them. An update of the field does not move them.
    if not store.store.move_ticket(ticket_id, "current"):
        raise Refused("ticket %s cannot be moved out of the archive" % ticket_id)


def about(store):
    return version("planfile")


def get(store, ticket_id):
    return dump(store.get_ticket(ticket_id))


def tickets(store):
    return [dump(ticket) for ticket in store.list_tickets(sprint="all")]


def ensure(store, root, key, title, fields):
    label = "dedupe:" + key
    # create_ticket_deduplicated finds only unfinished tickets.
    for ticket in store.list_tickets(sprint="all"):
        if label in ticket.labels:
            return dump(ticket)
    # Planfile skips tickets that it cannot read, for example with an unknown status.
    for path in glob.glob(os.path.join(glob.escape(root), ".planfile", "sprints", "**", "*.yaml"), recursive=True):
        with open(path, encoding="utf-8", errors="replace") as file:
            if label in file.read():
                raise Refused("a ticket in %s has the label %s, but planfile cannot read it" % (path, label))
    ticket, _ = store.create_ticket_deduplicated(title, dedupe_key=key, **fields)
    return dump(store.get_ticket(ticket.id))


def revise(store, ticket_id, fields, inputs):
    ticket = required(store, ticket_id)
    if status_of(ticket) in FINAL:
        raise Refused("ticket %s is %s and cannot change" % (ticket_id, status_of(ticket)))
    old = ticket.inputs.model_dump(mode="json") if ticket.inputs else {}
    update(store, ticket_id, inputs={**old, **inputs}, **fields)


def labels(store, ticket_id, add, remove):
    old = required(store, ticket_id).labels
    new = [label for label in dict.fromkeys(old + add) if label not in remove]
    if new != old:
        update(store, ticket_id, labels=new)


def blocked_by(store, ticket_id, ids):
    required(store, ticket_id)
    update(store, ticket_id, blocked_by=ids)


def status(store, ticket_id, status, reason):
    old = status_of(required(store, ticket_id))
    if old == status:
        if status == "open":
            restore(store, ticket_id)
        return
    if old in FINAL:
        raise Refused("ticket %s is %s and cannot become %s" % (ticket_id, old, status))
    if status == "open":
        store.ready_ticket(ticket_id, actor=ACTOR)
        restore(store, ticket_id)
    elif status == "in_progress":
        store.start_ticket(ticket_id, actor=ACTOR)
    elif status == "done":
        store.complete_ticket(ticket_id, reason=reason, actor=ACTOR)
    elif status == "failed":
        store.fail_ticket(ticket_id, reason or "failed", actor=ACTOR)
    else:
        update(store, ticket_id, status=status)
    if reason is not None:
        execution = required(store, ticket_id).execution
        fields = execution.model_dump(mode="json") if execution else {}
        update(store, ticket_id, execution={**fields, "last_error": reason})


def record(store, ticket_id, key, artifacts, result):
    required(store, ticket_id)
    store.append_ticket_evidence(
        ticket_id, idempotency_key=key, collection="analyzer", evidence=result, artifacts=artifacts,
        reason="analyzer", actor=ACTOR)


def repository(store, root):
    from planfile.integrations.config import IntegrationConfig
    return (IntegrationConfig(root).get_integration_config("github") or {}).get("repo")


def published(store, ticket_id, repository, text):
    from planfile.sync.receipts import publish_intent, receipt_path
    ticket = required(store, ticket_id)
    sent = {"title": ticket.name, "body": ticket.description or "", **(text or {})}
    payload = {**dump(ticket), "name": sent["title"], "description": sent["body"]}
    key = publish_intent(ticket_id, payload, "github", repository)["idempotency_key"]
    start = key[:key.rindex(":") + 1]
    path = receipt_path(store.store.base_dir, "github")
    keys = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            receipts = [json.loads(line) for line in file if line.strip()]
        keys = [one["idempotency_key"] for one in receipts
                if one["outcome"] == "succeeded" and one["idempotency_key"].startswith(start)]
    state = "latest" if keys[-1:] == [key] else "earlier" if key in keys else "never"
    issue = (ticket.sync or {}).get("github")
    return {**sent, "labels": list(ticket.labels), "issue": issue or None, "sent": state, "count": len(keys)}


def publish(store, root, ticket_id, repository, title, body):
    ticket = required(store, ticket_id)
    if (ticket.name, ticket.description) != (title, body):
        update(store, ticket_id, name=title, description=body)
    if "github" not in (ticket.integration or []):
        update(store, ticket_id, integration=[*(ticket.integration or []), "github"])
    main = next(one for one in entry_points(group="console_scripts") if one.name == "planfile").load()
    sys.argv = ["planfile", "sync", "github", root, "--direction", "to", "--repo", repository, "--ticket", ticket_id]
    output = io.StringIO()
    # The exit code is not believed.
    with contextlib.redirect_stdout(output), contextlib.suppress(SystemExit):
        main()
    return output.getvalue()[-10000:]


OPERATIONS = {"about": about, "get": get, "tickets": tickets, "ensure": ensure, "revise": revise, "labels": labels,
              "blocked_by": blocked_by, "status": status, "record": record, "repository": repository,
              "published": published, "publish": publish}
# Without a project: planfile would create a store in it.
WITHOUT_STORE = ("about", "repository")
for line in sys.stdin:
    request = json.loads(line)
    operation = request["operation"]
    try:
        store = None if operation in WITHOUT_STORE else Planfile(request["root"])
        answer = {"answer": OPERATIONS[operation](store, **request["arguments"])}
    except Exception as error:
        kind = "" if isinstance(error, Refused) else type(error).__name__ + ": "
        answer = {"error": kind + str(error)}
    answers.write(json.dumps(answer) + "\\n")
    answers.flush()
`;
