import { afterEach, expect, test, vi } from 'vitest';
import { takeLaunchedFiles } from '../../src/app/launched-files';

afterEach(() => vi.unstubAllGlobals());

test('the files of a launch are opened; without a launch queue nothing happens', async () => {
  const opened: File[] = [];
  takeLaunchedFiles((files) => void opened.push(...files));
  let launch: (launched: { files?: { getFile(): Promise<File> }[] }) => void = () => {};
  vi.stubGlobal('launchQueue', {
    setConsumer: (consumer: typeof launch) => {
      launch = consumer;
    },
  });
  takeLaunchedFiles((files) => void opened.push(...files));
  const trace = new File(['x'], 'trace.loupe');
  launch({});
  launch({ files: [{ getFile: () => Promise.reject(new Error('gone')) }] });
  const build = new File(['{}'], 'build.json');
  launch({ files: [{ getFile: async () => trace }, { getFile: async () => build }] });
  await vi.waitFor(() => expect(opened).toEqual([trace, build]));
});
