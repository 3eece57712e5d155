/**
 * The packed `loupe` begins here. Its parts are CommonJS that this file runs, so that V8 finds their code compiled: of
 * 0.8 seconds that a short command takes without, a third is compiling. A part is loaded when something of it is first
 * used.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { constants, Script } from 'node:vm';
import { oldNode } from './node-version';

const old = oldNode();
if (old !== undefined) {
  process.stderr.write(`${old}\n`);
  process.exit(2);
}

type Exports = Record<string, unknown>;

const PARTS = join(import.meta.dirname, 'parts');
/** The entry file, which is small and has no hash in its name. */
const ENTRY = 'main.js';
/** Modules of Node that take it long to load, and are objects of functions: some others are a class. */
const LATER: ReadonlySet<string> = new Set(['node:child_process', 'node:crypto', 'node:http', 'node:net', 'node:zlib']);
/** The commands that read a trace and end, or answer about one after another. */
const READS_TRACES: ReadonlySet<string> = new Set(['tx', 'open', 'step', 'diff', 'profile', 'mcp']);
/**
 * Bytecode that a function runs before V8 optimizes it, on another thread: of the processor time of a short command that
 * took a third, and was of use to none. After `SHORT` ms it is V8's own again, for the loops of a long one.
 */
const OPTIMIZED_AFTER = { short: 1_000_000, long: 67_584 };
const SHORT = 1_000;
/** Days after which compiled code of another version of Loupe, or of Node, is removed. */
const UNUSED = 14;

const ownRequire = createRequire(import.meta.filename);
const command = /^[a-z]+$/.exec(process.argv[2] ?? '')?.[0] ?? 'serve';
const folder = cacheFolder();
const file = folder && join(folder, `${command}-${process.arch}-${process.version}.bin`);
const kept = file === undefined ? new Map<string, Buffer>() : readKept(file);
const scripts = new Map<string, Script>();
const loaded = new Map<string, { exports: Exports }>();
let isNew = false;
let optimized: keyof typeof OPTIMIZED_AFTER = 'short';

// A large trace is garbage for the greater part while it is read: V8 would let the heap grow to twice what is in use, and
// move rows that are written at once among what stays, from where they are rarely removed while other programs run.
setFlagsFromString('--heap-growing-percent=25');
if (READS_TRACES.has(command)) setFlagsFromString('--semi-space-growth-factor=1');
optimizeAfter(OPTIMIZED_AFTER.short);
setTimeout(() => {
  optimized = 'long';
  optimizeAfter(OPTIMIZED_AFTER.long);
}, SHORT).unref();
// A name that is no command, or a command that was given wrongly (2), keeps nothing.
if (file !== undefined) process.on('exit', (code) => isNew && code !== 2 && keep(file));
load(ENTRY);

/** Returns what a part, or a module of Node, exports; of a part, and of what is later, nothing is read before one of them is asked for. */
function requireLater(name: string): Exports {
  const isPart = name.startsWith('./');
  if (!isPart && !LATER.has(name)) return ownRequire(name) as Exports;
  const found = () => (isPart ? load(name.slice(2)) : (ownRequire(name) as Exports));
  return new Proxy(
    {},
    {
      get: (_, key) => Reflect.get(found(), key),
      has: (_, key) => Reflect.has(found(), key),
      ownKeys: () => Reflect.ownKeys(found()),
      getOwnPropertyDescriptor: (_, key) => {
        const own = Reflect.getOwnPropertyDescriptor(found(), key);
        return own && { ...own, configurable: true };
      },
    },
  );
}

function load(name: string): Exports {
  const had = loaded.get(name);
  if (had !== undefined) return had.exports;
  const path = join(PARTS, name);
  const cachedData = kept.get(name);
  const text = readFileSync(path, 'latin1');
  const options = { filename: path, importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER };
  const script = withFlagsOfKept(() => new Script(text, { ...options, ...(cachedData && { cachedData }) }));
  if (name !== ENTRY) {
    scripts.set(name, script);
    isNew ||= cachedData === undefined || script.cachedDataRejected === true;
  }
  const module = { exports: {} as Exports };
  loaded.set(name, module);
  const run = script.runInThisContext() as (...given: readonly unknown[]) => void;
  run.call(module.exports, module.exports, requireLater, module, path, PARTS);
  return module.exports;
}

function optimizeAfter(bytecode: number): void {
  setFlagsFromString(`--interrupt-budget=${bytecode}`);
}

/** Does something with compiled code, which V8 takes only where its flags are as they were when the code was kept. */
function withFlagsOfKept<T>(run: () => T): T {
  optimizeAfter(OPTIMIZED_AFTER.short);
  try {
    return run();
  } finally {
    optimizeAfter(OPTIMIZED_AFTER[optimized]);
  }
}

/** Returns where compiled code is kept, by Node's own variables; undefined where none is to be. */
function cacheFolder(): string | undefined {
  const { NODE_DISABLE_COMPILE_CACHE, NODE_COMPILE_CACHE, XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (NODE_DISABLE_COMPILE_CACHE) return undefined;
  const home = XDG_CACHE_HOME || LOCALAPPDATA || join(homedir(), '.cache');
  return join(NODE_COMPILE_CACHE || home, 'loupe');
}

/** The compiled code by the name of its part: a head of JSON, its length before it, then the bytes of each. */
function readKept(path: string): Map<string, Buffer> {
  try {
    const bytes = readFileSync(path);
    const start = 4 + bytes.readUInt32LE(0);
    const head = JSON.parse(bytes.toString('utf8', 4, start)) as Record<string, [number, number]>;
    return new Map(
      Object.entries(head).map(([name, [at, length]]) => [name, bytes.subarray(start + at, start + at + length)]),
    );
  } catch {
    return new Map(); // none yet, or one that was cut
  }
}

/** Keeps what this run has compiled. A folder that cannot be written costs the next run its compiling, and is not told. */
function keep(path: string): void {
  try {
    const head: Record<string, [number, number]> = {};
    const codes = withFlagsOfKept(() =>
      [...scripts].map(([name, script]) => [name, script.createCachedData()] as const),
    );
    let at = 0;
    for (const [name, { length }] of codes) {
      head[name] = [at, length];
      at += length;
    }
    const text = Buffer.from(JSON.stringify(head));
    const size = Buffer.alloc(4);
    size.writeUInt32LE(text.length);
    const within = join(path, '..');
    // Node makes no end of making folders below `/proc`: only these two are made.
    for (const made of [join(within, '..'), within]) if (!existsSync(made)) mkdirSync(made, { mode: 0o700 });
    const begun = `${path}.${process.pid}`;
    writeFileSync(begun, Buffer.concat([size, text, ...codes.map(([, code]) => code)]), { mode: 0o600 });
    renameSync(begun, path);
    for (const name of readdirSync(within)) {
      const days = (Date.now() - statSync(join(within, name)).mtimeMs) / 86_400_000;
      if (name.startsWith(`${command}-`) && days > UNUSED) rmSync(join(within, name), { force: true });
    }
  } catch {
    // as if nothing was kept
  }
}
