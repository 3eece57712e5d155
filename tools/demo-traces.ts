/**
 * `npm run build` ends with this: some transactions of the demo chain as trace
 * files beside the built app, so that one opened from a static host, without
 * any endpoint, has something to explore. public/config.json lists them.
 */
import { openTrace } from './open-trace';
import 'fake-indexeddb/auto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, startDevnet } from '../devnet/demo-chain';
import { freePort } from '../devnet/free-port';
import { chainId } from '../devnet/rules';
import type { Hash, NetworkId } from '../src/core/chain/primitives';
import { createEngine } from '../src/workers/engine';
import type { JobId } from '../src/workers/ids';
import { distFolder } from './start/build';
import { demoConfig } from './start/demo-config';

/** Folder of the deployment that has the trace files. */
const FOLDER = 'traces';

/** Small ones of different kinds. */
export const shippedTraces = [
  'swap-two-hops',
  'nested-custom-error',
  'caught-reverts',
  'uups-after-upgrade',
  'console-log',
] as const;

/** Writes a file for each name and answers their sizes in bytes. */
export async function writeDemoTraces(
  devnet: { rpcUrl: string; buildOutputPath: string; manifest: Manifest },
  folder: string,
  names: readonly (typeof shippedTraces)[number][] = shippedTraces,
): Promise<Record<string, number>> {
  const engine = createEngine();
  await engine.chain.configure({ ...demoConfig(devnet.rpcUrl, devnet.manifest), buildOutput: [] });
  const imported = await engine.contracts.importBuildOutput(
    'build-output.json',
    await readFile(devnet.buildOutputPath),
  );
  if (!imported.ok) throw new Error(imported.error.message);
  await mkdir(folder, { recursive: true });
  const hashes = new Map(devnet.manifest.transactions.map(({ name, hash }) => [name, hash]));
  const sizes: Record<string, number> = {};
  for (const name of names) {
    const key = { networkId: chainId as NetworkId, hash: hashes.get(name) as Hash };
    const opened = await openTrace(engine, `open ${name}` as JobId, key);
    if (!opened.ok) throw new Error(`${name}: ${opened.error.message}`);
    await engine.settled();
    const file = await engine.trace.exportTrace(`save ${name}` as JobId, opened.value.handle);
    if (!file.ok) throw new Error(`${name}: ${file.error.message}`);
    await writeFile(join(folder, `${name}.loupe`), new Uint8Array(file.value));
    sizes[name] = file.value.byteLength;
    await engine.trace.closeTrace(opened.value.handle);
  }
  return sizes;
}

if (process.argv[1] === import.meta.filename) {
  const devnet = await startDevnet({ port: await freePort(), small: true });
  try {
    const sizes = await writeDemoTraces(devnet, join(distFolder, FOLDER));
    for (const [name, bytes] of Object.entries(sizes))
      console.log(`${FOLDER}/${name}.loupe  ${Math.ceil(bytes / 1000)} kB`);
  } finally {
    await devnet.stop();
  }
}
