/** Files that the system opens with the installed app, by a double click (File Handling API, in Chromium). */

type Launched = { files?: readonly { getFile(): Promise<File> }[] };
type LaunchQueue = { setConsumer(consumer: (launched: Launched) => void): void };

/** Calls `open` with the files of each launch. Where the browser has no such thing, nothing happens. */
export function takeLaunchedFiles(open: (files: readonly File[]) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length === 0) return;
    // A file that is gone by then is not opened; the page says how to choose one.
    Promise.all(files.map((file) => file.getFile())).then(open, () => {});
  });
}
