import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { Button, type ButtonLook } from './Button';
import { classes } from './classes';
import { type Choice, type Picked, pickedOf, readDropped, takeDropped } from './dropped-files';
import { toast } from './toast';

type Picking = {
  /** What the files are, for assistive technology: `Build output files`. */
  label: string;
  /** File types, as the `accept` of a file input has them: `.json,application/json`. */
  accept?: string;
  multiple?: boolean;
  /** Which files of folders are taken. */
  choice?: Choice;
  onPick: (picked: Picked) => void;
};

/**
 * Takes files: they are dropped on it, or chosen with its buttons, which is
 * also how the keyboard reaches it. Dropped folders are read with all that is
 * in them.
 */
export function FileDrop({
  label,
  accept,
  multiple = false,
  choice,
  folders = false,
  title,
  choose = multiple ? 'Choose files' : 'Choose a file',
  onPick,
  children,
}: Picking & {
  /** Offers a button for a whole folder, too. */
  folders?: boolean;
  /** `Drop JSON files here`. */
  title: ReactNode;
  choose?: string;
  /** Text on the files that fit here, and on what happens with them. */
  children?: ReactNode;
}) {
  // Elements inside the place send leave and enter events of their own.
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const enter = (by: 1 | -1) => {
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    depth.current = 0;
    setOver(false);
    readDropped(takeDropped(event.dataTransfer), choice).then(onPick, () =>
      toast({ text: 'The dropped files could not be read.', tone: 'failure' }),
    );
  };
  return (
    <section
      aria-label={`${label}, drop place`}
      onDragEnter={() => enter(1)}
      onDragLeave={() => enter(-1)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={classes(
        'flex flex-col items-center gap-2 rounded-l border border-dashed px-4 py-6 text-center',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-[64ch] text-muted">{children}</div>}
      <div className="flex flex-wrap justify-center gap-2">
        <FileButton label={label} multiple={multiple} onPick={onPick} {...(accept !== undefined && { accept })}>
          {choose}
        </FileButton>
        {folders && (
          <FileButton label={`${label}, a folder`} folder onPick={onPick} {...(choice && { choice })}>
            Choose a folder
          </FileButton>
        )}
      </div>
    </section>
  );
}

/** Shows a button that opens the browser's picker; the same file can be picked twice in a row. */
export function FileButton({
  label,
  accept,
  multiple = false,
  folder = false,
  choice,
  variant,
  size,
  onPick,
  children,
}: Picking & Pick<ButtonLook, 'variant' | 'size'> & { folder?: boolean; children: ReactNode }) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...(variant && { variant })} {...(size && { size })} onClick={() => picker.current?.click()}>
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        accept={accept}
        multiple={multiple || folder}
        {...(folder && { webkitdirectory: '' })}
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          const picked = pickedOf(event.target.files, choice);
          event.target.value = '';
          if (picked.files.length > 0) onPick(picked);
        }}
      />
    </>
  );
}
