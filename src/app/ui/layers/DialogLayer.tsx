import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Button } from '../Button';
import { classes } from '../classes';

export type DialogLayerProps = {
  title: string;
  /** One sentence under the title. */
  description?: ReactNode;
  /** Title and description are for screen readers only, where the content speaks for itself. */
  bare?: boolean;
  width?: 's' | 'm' | 'l';
  onClose: () => void;
  children: ReactNode;
};

const WIDTHS = { s: 'max-w-[420px]', m: 'max-w-[560px]', l: 'max-w-[760px]' };

export function DialogLayer({ title, description, bare = false, width = 'm', onClose, children }: DialogLayerProps) {
  // What had the focus when the dialog opened gets it back, as there is no trigger of Radix's own.
  const [opener] = useState(() => document.activeElement);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (opener instanceof HTMLElement) opener.focus();
          }}
          className={classes(
            'fixed top-[min(12vh,96px)] left-1/2 z-50 flex max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col overflow-hidden',
            'rounded-l border border-line-strong bg-panel text-text shadow-dialog outline-none',
            WIDTHS[width],
          )}
        >
          <div className={bare ? 'sr-only' : 'flex items-start gap-3 border-line border-b px-4 py-3'}>
            <div>
              <Dialog.Title className="font-semibold text-l">{title}</Dialog.Title>
              {description !== undefined && (
                <Dialog.Description asChild>
                  <p className="text-muted">{description}</p>
                </Dialog.Description>
              )}
            </div>
            {!bare && (
              <Dialog.Close asChild>
                <Button variant="quiet" size="s" icon aria-label="Close" className="ml-auto">
                  ✕
                </Button>
              </Dialog.Close>
            )}
          </div>
          {bare ? (
            <div className="min-h-0 overflow-auto">{children}</div>
          ) : (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: without it what does not fit cannot be read by keyboard (WCAG 2.1.1)
            <section aria-label={title} tabIndex={0} data-focus-inside className="min-h-0 overflow-auto">
              {children}
            </section>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
