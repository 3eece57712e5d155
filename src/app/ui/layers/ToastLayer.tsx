import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { useTheme } from '../../theme';
import { receiveToasts, TOAST_DURATION, type Toast } from '../toast';

export function ToastLayer() {
  const theme = useTheme();
  useEffect(() => receiveToasts(present), []);
  return (
    <Toaster
      theme={theme}
      duration={TOAST_DURATION}
      position="bottom-right"
      style={{ fontFamily: 'var(--font-sans)' }}
      toastOptions={{
        style: {
          background: 'var(--panel)',
          color: 'var(--text)',
          border: '1px solid var(--line-strong)',
          fontSize: '13px',
          borderRadius: '8px',
        },
      }}
    />
  );
}

function present({ text, tone = 'plain', lasting = false, action }: Toast): void {
  const options = {
    ...(lasting && { duration: Number.POSITIVE_INFINITY }),
    ...(action && { action: { label: action.label, onClick: action.run } }),
  };
  if (tone === 'success') sonner.success(text, options);
  else if (tone === 'failure') sonner.error(text, options);
  else sonner(text, options);
}
