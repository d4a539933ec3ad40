// The Dockerfile without Docker: its instructions as they stand there, each stage in a folder that begins empty.
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun } from './programs.mjs';

const WORKDIR = '/app';

/** The stages, each with its name and its instructions in order. */
function stagesOf(text) {
  const lines = text.replaceAll('\\\n', ' ').split('\n');
  return lines.reduce((stages, line) => {
    const [, instruction, rest] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    if (instruction === 'FROM') stages.push({ name: / AS (\w+)$/.exec(rest)?.[1] ?? 'image', instructions: [] });
    else if (instruction !== undefined) stages.at(-1)?.instructions.push({ instruction, rest });
    return stages;
  }, []);
}

/**
 * Builds the stages from the files of a checkout, and runs the program of the last one with an argument. What the last
 * stage runs itself is about users and volumes of the container.
 */
export async function buildImage(checkout, folder, argument) {
  const stages = stagesOf(readFileSync(join(checkout, 'Dockerfile'), 'utf8'));
  for (const { name, instructions } of stages) {
    const stage = join(folder, name);
    mkdirSync(stage, { recursive: true });
    for (const { instruction, rest } of instructions) {
      if (instruction === 'COPY') copy(rest, { checkout, folder, stage });
      if (instruction === 'RUN' && name !== 'image') await mustRun('sh', ['-c', rest], { cwd: stage });
    }
  }
  const [, command] = /^CMD (\[.+\])$/m.exec(readFileSync(join(checkout, 'Dockerfile'), 'utf8')) ?? [];
  const [program, ...args] = JSON.parse(command);
  return mustRun(program, [...args, argument], { cwd: join(folder, 'image'), env: { NODE_ENV: 'production' } });
}

function copy(rest, { checkout, folder, stage }) {
  const [, from, files] = /^(?:--from=(\w+) )?(.+)$/.exec(rest);
  const source = from === undefined ? checkout : join(folder, from);
  const paths = files.trim().split(/\s+/);
  const to = paths.pop();
  for (const path of paths) {
    const inSource = join(source, path.replace(`${WORKDIR}/`, ''));
    const target = join(
      stage,
      paths.length > 1 || to.endsWith('/') ? join(to, path) : to === '.' || to === './' ? '' : to,
    );
    cpSync(inSource, target, { recursive: true, verbatimSymlinks: true });
  }
}
