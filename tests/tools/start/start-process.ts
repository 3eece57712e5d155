/** `npm start` as a process, and what it is told of other servers. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');

const servers: Server[] = [];
const children: ChildProcess[] = [];

/** Ends all that was started. */
export function endAll(): void {
  for (const server of servers.splice(0)) server.close();
  for (const child of children.splice(0)) child.kill('SIGKILL');
}

/** A server that gives every request the same answer. Returns its port. */
export function listen(body: string): Promise<number> {
  const server = createServer((_, response) => response.end(body));
  servers.push(server);
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

export function start(...options: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'tools/start.ts'), ...options], { cwd: root });
  children.push(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (data: Buffer) => {
    said.out += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    said.err += data.toString();
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const isReady = new Promise<void>((done) => {
    child.stdout.on('data', () => {
      if (said.out.includes('Ctrl-C ends it.')) done();
    });
  });
  return { child, said, ended, ready: Promise.race([isReady, ended]) };
}
