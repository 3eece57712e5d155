import type { ComponentProps } from 'react';
import { formatBytes } from '../../../core/format/counts';
import type { Picked } from '../../ui/dropped-files';
import { FileButton } from '../../ui/FileDrop';
import { toast } from '../../ui/toast';

type Props = Omit<ComponentProps<typeof FileButton>, 'onPick' | 'multiple' | 'folder'> & {
  /** Bytes that are read at most. */
  most: number;
  onFile: (file: File) => Promise<unknown>;
};

/** Shows the button that chooses a file, which is handed to `onFile`; says where it is too large or cannot be read. */
export function OneFileButton({ most, onFile, ...button }: Props) {
  const take = ({ files: [picked] }: Picked) => {
    if (picked === undefined) return;
    const { file } = picked;
    const refuse = (text: string) => toast({ text, tone: 'failure' });
    if (file.size > most) refuse(`The file has ${formatBytes(file.size)}; at most ${formatBytes(most)} are read.`);
    else onFile(file).catch(() => refuse('The file could not be read.'));
  };
  return <FileButton {...button} onPick={take} />;
}
