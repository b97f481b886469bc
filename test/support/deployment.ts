import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { root, textOf } from './documentation/documents.ts';
import { temporaryFolder } from './test-database.ts';

type Names = Readonly<Record<string, string>>;

interface Service {
  readonly build?: object;
  readonly environment: Names;
  readonly secrets: readonly string[];
  readonly ports?: readonly string[];
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly stop_grace_period: string;
}

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}

interface Container {
  readonly image: string;
  readonly args?: readonly string[];
  readonly envFrom: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Pod {
  readonly terminationGracePeriodSeconds: number;
  readonly securityContext: { readonly runAsNonRoot: boolean; readonly runAsUser: number };
  readonly containers: readonly [Container];
  readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
}

/** What the manifests of Kubernetes have in common with each other, and what some of them hold. */
interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data: Names;
  readonly spec: {
    readonly replicas: number;
    readonly minAvailable: number;
    readonly selector: { readonly matchLabels: Names };
    readonly template: { readonly metadata: { readonly labels: Names }; readonly spec: Pod };
    readonly ports: readonly { readonly targetPort: string }[];
  };
}

/** The text of a file in `deploy/`. */
export const deployed = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8');

/** The instructions of the Containerfile in their order, as word and rest. */
export const instructions: readonly (readonly [word: string, rest: string])[] = deployed(
  'container/Containerfile',
)
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => [line.replace(/ .*/, ''), line.replace(/^\w+ /, '')]);

/** Those of one word. */
export const instructed = (word: string) =>
  instructions.filter(([one]) => one === word).map(([, rest]) => rest);

export const compose = parse(deployed('container/compose.yaml'), { strict: true }) as {
  readonly services: Readonly<Record<'quire' | 'database' | 'store', Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
};

/** All manifests of a file in `deploy/kubernetes/`. */
export function manifests(file: string): Manifest[] {
  return parseAllDocuments(deployed(`kubernetes/${file}`)).map((one) => {
    if (one.errors[0]) throw one.errors[0];
    return one.toJS() as Manifest;
  });
}

/** Makes the secrets as the documentation does; answers their folder. */
export function makeSecrets(): string {
  const [, block = ''] =
    /^```sh\n(mkdir -m 700 secrets\n[\s\S]*?)^```/m.exec(textOf('docs/guides/deploying.md')) ?? [];
  const cwd = temporaryFolder();
  execFileSync('sh', ['-eu', '-c', block], { cwd });
  return join(cwd, 'secrets');
}
