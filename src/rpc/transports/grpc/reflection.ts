import { type DescFile, toBinary } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema } from "@bufbuild/protobuf/wkt";
import type { Server } from "@grpc/grpc-js";
import { ReflectionService } from "@grpc/reflection";
import { Health } from "../../../../gen/grpc/health/v1/health_pb.ts";
import type { Route } from "../routes.ts";

type Package = ConstructorParameters<typeof ReflectionService>[0];

/** Server reflection over the services of `routes` and the health service, so that grpcurl and `buf curl` need no proto files. */
export function addReflection(server: Server, routes: readonly Route[]): void {
  const services = new Set([Health, ...routes.map(({ method }) => method.parent)]);
  const files = new Set<DescFile>();
  for (const service of services) collect(service.file, files);
  const fileDescriptorProtos = [...files].map((file) => Buffer.from(toBinary(FileDescriptorProtoSchema, file.proto)));
  // The library reads only the descriptors of a package definition.
  const definition = Object.fromEntries([...services].map(({ typeName }) => [typeName, { fileDescriptorProtos }]));
  new ReflectionService(definition as unknown as Package).addToServer(server);
}

function collect(file: DescFile, into: Set<DescFile>): void {
  if (into.has(file)) return;
  into.add(file);
  for (const dependency of file.dependencies) collect(dependency, into);
}
