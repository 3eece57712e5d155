import { AlertDialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { buttonClass } from '../Button';

export type ConfirmLayerProps = {
  /** A question: `Forget all traces?`. */
  title: string;
  /** Text on what is lost, and on what stays. */
  children: ReactNode;
  /** The text of the button that confirms, for example `Forget 212 traces`. */
  action: string;
  /** primary: it costs something, as sending does · danger: something is lost. */
  tone?: 'primary' | 'danger';
  onConfirm: () => void;
  onClose: () => void;
};

/** Shows a question that must be answered. The focus begins on the answer that changes nothing, and a click beside the question is no answer. */
export function ConfirmLayer({ title, children, action, tone = 'danger', onConfirm, onClose }: ConfirmLayerProps) {
  // What had the focus when the question came gets it back, as there is no trigger of Radix's own.
  const [opener] = useState(() => document.activeElement);
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
          className="-translate-x-1/2 fixed top-[min(20vh,180px)] left-1/2 z-50 flex w-[min(440px,calc(100vw-24px))] flex-col gap-3 rounded-l border border-line-strong bg-panel p-4 text-text shadow-dialog outline-none"
        >
          <AlertDialog.Title className="font-semibold text-l">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="text-muted">{children}</div>
          </AlertDialog.Description>
          <div className="mt-1 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel className={buttonClass()}>Cancel</AlertDialog.Cancel>
            <AlertDialog.Action className={buttonClass({ variant: tone })} onClick={onConfirm}>
              {action}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
