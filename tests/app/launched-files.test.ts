import { afterEach, expect, test, vi } from 'vitest';
import { takeLaunchedFiles } from '../../src/app/launched-files';

afterEach(() => vi.unstubAllGlobals());

test('the first file of a launch is opened; without a launch queue nothing happens', async () => {
  const opened: File[] = [];
  takeLaunchedFiles((file) => opened.push(file));
  let launch: (launched: { files?: { getFile(): Promise<File> }[] }) => void = () => {};
  vi.stubGlobal('launchQueue', {
    setConsumer: (consumer: typeof launch) => {
      launch = consumer;
    },
  });
  takeLaunchedFiles((file) => opened.push(file));
  const trace = new File(['x'], 'trace.loupe');
  launch({});
  launch({ files: [{ getFile: () => Promise.reject(new Error('gone')) }] });
  launch({ files: [{ getFile: async () => trace }] });
  await vi.waitFor(() => expect(opened).toEqual([trace]));
});
