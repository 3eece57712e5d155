/**
 * One demo chain for all test files of a run that only read from it.
 *
 * Vitest's main process runs this once. The node starts when the first file
 * asks for it, because most runs of single files need none, and it ends with
 * the run. What the files ask is where the chain is (`demoChain` among the
 * provided values); each stands behind a proxy of its own, so nobody's
 * faults are another's.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { Devnet, Manifest } from '../../devnet/demo-chain';

/** All that is needed to read from the chain. */
export type SharedDemoChain = { rpcUrl: string; buildOutputPath: string; manifest: Manifest };

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that answers with a SharedDemoChain, once it is up. */
    demoChain: string;
  }
}

/** Called by Vitest; what it returns is called when all files have ended. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Devnet> | undefined;
  const start = async () => (await import('../../devnet/demo-chain')).startDevnet({ small: true });
  const server = createServer(async (_, response) => {
    try {
      started ??= start();
      const { rpcUrl, buildOutputPath, manifest } = await started;
      response.end(JSON.stringify({ rpcUrl, buildOutputPath, manifest } satisfies SharedDemoChain));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  project.provide('demoChain', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.close();
    server.closeAllConnections();
    // A chain that did not start was told to whom it concerns.
    await (await started?.catch(() => undefined))?.stop();
  };
}
