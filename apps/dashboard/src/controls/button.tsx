import { LoaderCircle, Lock } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Button as AriaButton, Focusable } from 'react-aria-components';
import { notify } from '../notices/index.js';
import { Tip } from './tip.js';

const ICON = 14;

interface ButtonProps {
  /** The main action of its view, one that stands back, or one of an icon alone. */
  readonly kind?: 'main' | 'quiet' | 'icon';
  readonly onPress?: () => void;
  /** Whether it sends its form. */
  readonly submits?: boolean;
  readonly isDisabled?: boolean;
  /** What it began is under way: it keeps the focus, and does nothing more. */
  readonly isPending?: boolean;
  /** Why this reader may not press it: it is disabled, and says so. */
  readonly why?: string | undefined;
  /** What it does, where that is not its text. */
  readonly says?: string;
  /** Its name where it has no text, or one that says too little by itself. */
  readonly name?: string | undefined;
  readonly className?: string;
  readonly autoFocus?: boolean;
  readonly children: ReactNode;
}

export function Button({ why, says, ...rest }: ButtonProps): ReactNode {
  if (why !== undefined) return <Forbidden {...rest} why={why} />;
  const button = <Plain {...rest} />;
  return says === undefined ? button : <Tip says={says}>{button}</Tip>;
}

function Plain({
  kind,
  onPress,
  submits = false,
  isDisabled = false,
  isPending = false,
  name,
  className = '',
  autoFocus = false,
  children,
}: ButtonProps): ReactNode {
  return (
    <AriaButton
      type={submits ? 'submit' : 'button'}
      className={classOf(kind ?? (submits ? 'main' : undefined), className)}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      {...(isPending ? { 'aria-disabled': true, onClick: (event) => event.preventDefault() } : onPress && { onPress })}
      {...(name !== undefined && { 'aria-label': name })}
    >
      {isPending && <LoaderCircle size={ICON} className="turning" aria-hidden />}
      {children}
    </AriaButton>
  );
}

/**
 * It can have the focus, so that its reason is read by everyone: in a tip, by screen readers with its name, and as a
 * notice where it is pressed, since a finger opens no tip. It still is the button that Enter in a field presses, so
 * that no form of it is sent.
 */
function Forbidden({
  kind,
  submits = false,
  name,
  why,
  className = '',
  children,
}: ButtonProps & { readonly why: string }): ReactNode {
  const id = useId();
  return (
    <>
      <Tip says={why}>
        <Focusable>
          <button
            type={submits ? 'submit' : 'button'}
            className={classOf(kind, className)}
            aria-disabled
            aria-label={name}
            aria-describedby={id}
            onClick={(event) => {
              event.preventDefault();
              notify(why);
            }}
          >
            <Lock size={ICON} aria-hidden />
            {children}
          </button>
        </Focusable>
      </Tip>
      <span id={id} className="unseen">
        {why}
      </span>
    </>
  );
}

function classOf(kind: string | undefined, own: string): string {
  return ['button', kind, own].filter(Boolean).join(' ');
}
