import { PanelNote } from '../../ui/PanelNote';

/** Says above the content of a panel that it is not verified, and why. Draws nothing where there is no reason. */
export function NotVerified({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null;
  return (
    <PanelNote className="text-pending">
      <b className="font-semibold">Not verified.</b> {reason}
    </PanelNote>
  );
}
