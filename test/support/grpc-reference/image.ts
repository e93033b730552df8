import { execFileSync } from "node:child_process";

/** The parts of a `google.protobuf.FileDescriptorProto` in JSON that the reference needs. */
export interface ProtoFile {
  name: string;
  package: string;
  service?: { name: string; method: ProtoMethod[] }[];
  messageType?: ProtoMessage[];
  enumType?: { name: string; value: { name: string; number: number }[] }[];
  sourceCodeInfo: { location: { path?: number[]; leadingComments?: string }[] };
}

export interface ProtoMethod {
  name: string;
  inputType: string;
  outputType: string;
  serverStreaming?: boolean;
}

export interface ProtoMessage {
  name: string;
  field?: ProtoField[];
  oneofDecl?: { name: string }[];
}

export interface ProtoField {
  name: string;
  number: number;
  label: string;
  type: string;
  typeName?: string;
  oneofIndex?: number;
  proto3Optional?: boolean;
}

/** The files of `latchkey.v1` as buf compiles them, comments included. */
export function readProtoFiles(root: string): ProtoFile[] {
  const image = execFileSync("buf", ["build", "-o", "-#format=json"], { cwd: root, maxBuffer: 2 ** 28 });
  const { file } = JSON.parse(image.toString("utf8")) as { file: ProtoFile[] };
  return file.filter((one) => one.package === "latchkey.v1").sort((a, b) => (a.name < b.name ? -1 : 1));
}
