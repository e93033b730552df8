import type { ProtoField, ProtoFile, ProtoMessage } from "./image.ts";

/** Field numbers of `google.protobuf.FileDescriptorProto` and of the messages in it, which make up a comment's path. */
const MESSAGE = 4;
const ENUM = 5;
const SERVICE = 6;
const MEMBER = 2;

/** The services in the order of the page: the token path first. */
const SERVICES = [
  "TokenService",
  "ConsentService",
  "AppService",
  "InstallationService",
  "AccountService",
  "AuditService",
  "EventService",
  "WebhookService",
  "PlatformService",
  "ReviewService",
];

type CommentOf = (...path: number[]) => string;

/** Renders the reference of all services as Markdown. */
export function renderReference(files: readonly ProtoFile[]): string {
  const order = (file: ProtoFile) => SERVICES.indexOf(file.service?.[0]?.name ?? "");
  const sorted = [...files].sort((a, b) => order(a) - order(b));
  return `${sorted.map(renderFile).join("\n\n")}\n`;
}

function renderFile(file: ProtoFile): string {
  const commentOf = commentsOf(file);
  const services = (file.service ?? []).map((service, at) =>
    renderService(service, (...path) => commentOf(SERVICE, at, ...path)),
  );
  const messages = (file.messageType ?? []).map((message, at) =>
    renderMessage(message, (...path) => commentOf(MESSAGE, at, ...path)),
  );
  const enums = (file.enumType ?? []).map((type, at) => {
    const comment: CommentOf = (...path) => commentOf(ENUM, at, ...path);
    const rows = type.value.map(({ name, number }, index) => [`\`${name}\``, `${number}`, comment(MEMBER, index)]);
    return `#### ${type.name}\n\n${comment()}\n\n${table(["value", "number", "meaning"], rows)}`;
  });
  const types = [...messages, ...enums].join("\n\n");
  return `${services.join("\n\n")}\n\n### Messages of \`${file.name}\`\n\n${types}`;
}

function renderService(
  { name, method: methods }: NonNullable<ProtoFile["service"]>[number],
  commentOf: CommentOf,
): string {
  const details: string[] = [];
  const rows = methods.map((method, at) => {
    const { text, permission, more } = splitComment(commentOf(MEMBER, at));
    if (more !== "") details.push(`### ${method.name}\n\n${more}`);
    const response = `${method.serverStreaming ? "stream of " : ""}${linkTo(method.outputType)}`;
    return [`\`${method.name}\``, permission, text, `${linkTo(method.inputType)} → ${response}`];
  });
  const overview = table(["RPC", "permission", "purpose", "messages"], rows);
  return [`## ${name}`, commentOf(), overview, ...details].join("\n\n");
}

/** The first paragraph without its `Permission:` sentence, that sentence, and the paragraphs that follow. */
function splitComment(comment: string): { text: string; permission: string; more: string } {
  const [first = "", ...rest] = comment.split("\n\n");
  const permission = /Permission: (.+?)\.(?= |$)/.exec(first);
  const text = permission === null ? first : first.replace(permission[0], "").replace(/ {2,}/g, " ").trim();
  return { text, permission: permission?.[1] ?? "`web:act`", more: rest.join("\n\n") };
}

function renderMessage(
  { name, field: fields = [], oneofDecl: oneofs = [] }: ProtoMessage,
  commentOf: CommentOf,
): string {
  const rows = fields.map((field, at) => {
    const oneof =
      field.oneofIndex === undefined || field.proto3Optional ? "" : ` (one of \`${oneofs[field.oneofIndex]!.name}\`)`;
    return [`\`${field.name}\``, `${field.number}`, typeOf(field), `${commentOf(MEMBER, at)}${oneof}`];
  });
  const head = `#### ${name}\n\n${commentOf()}`;
  return rows.length === 0 ? head : `${head}\n\n${table(["field", "number", "type", "meaning"], rows)}`;
}

function typeOf({ type, typeName, label, proto3Optional }: ProtoField): string {
  const name = typeName === undefined ? `\`${type.replace("TYPE_", "").toLowerCase()}\`` : linkTo(typeName);
  if (label === "LABEL_REPEATED") return `repeated ${name}`;
  return proto3Optional ? `optional ${name}` : name;
}

/** A type of these pages with a link to its heading, any other type with its full name. */
function linkTo(typeName: string): string {
  const [, own] = /^\.latchkey\.v1\.(\w+)$/.exec(typeName) ?? [];
  return own === undefined ? `\`${typeName.slice(1)}\`` : `[${own}](#${own.toLowerCase()})`;
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), `|${"---|".repeat(head.length)}`, ...rows.map(line)].join("\n");
}

/** The comment of the element at a path; the lines of a paragraph are joined. */
function commentsOf({ sourceCodeInfo }: ProtoFile): CommentOf {
  const comments = new Map(
    sourceCodeInfo.location.map(({ path = [], leadingComments = "" }) => [path.join(), leadingComments]),
  );
  return (...path) =>
    (comments.get(path.join()) ?? "")
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.trim().replace(/\s*\n\s*/g, " "))
      .join("\n\n");
}
