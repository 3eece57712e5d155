import { shorten } from '../../../core/format/shorten';
import type { GasProfileFormat } from '../../../workers/trace/views.api';
import { download } from '../../download';
import { Button } from '../../ui/Button';
import { useTraceApi } from '../../wiring';
import { useOpenTrace, usePageTransaction } from '../open-trace/open-trace-context';

/** Shows the profile as a file for other tools. */
export function GasExport() {
  const api = useTraceApi();
  const { hash } = usePageTransaction().record.transaction;
  const { handle, lost } = useOpenTrace();
  const save = async (format: GasProfileFormat, fileName: string) => {
    try {
      const file = await api.gasProfile(handle, format);
      if (file) download(fileName, file.type, file);
    } catch (error) {
      lost(error);
    }
  };
  return (
    <>
      <Button
        size="s"
        title="A line for each path of calls, as flamegraph.pl and inferno read them"
        onClick={() => void save('folded', `gas-${shorten(hash)}.folded.txt`)}
      >
        Folded stacks
      </Button>
      <Button
        size="s"
        title="A profile for speedscope.app"
        onClick={() => void save('speedscope', `gas-${shorten(hash)}.speedscope.json`)}
      >
        speedscope
      </Button>
    </>
  );
}
