import { useId, useState, type DragEvent, type ReactNode, type Ref } from 'react'
import { Icon } from '../icon/Icon.tsx'
import styles from './FileDrop.module.css'

type Props = {
  label: string
  accept?: string
  /** How to choose a file, or which was chosen. */
  children: ReactNode
  state: 'empty' | 'chosen' | 'refused'
  disabled?: boolean
  describedBy?: string | undefined
  /** One file, or all that were dropped. */
  onFiles: (files: readonly File[]) => void
  inputRef?: Ref<HTMLInputElement>
}

/** A place to drop a file, which is also the button of the file chooser. */
export function FileDrop({
  label,
  accept,
  children,
  state,
  disabled,
  describedBy,
  onFiles,
  inputRef,
}: Props) {
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files !== null && files.length > 0 && disabled !== true) onFiles([...files])
  }
  const hover = (event: DragEvent, isNowOver: boolean) => {
    event.preventDefault()
    setIsOver(isNowOver && disabled !== true)
  }
  return (
    // The label of the file chooser, which also takes dropped files.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      className={styles.drop}
      htmlFor={id}
      data-state={state}
      data-over={isOver || undefined}
      data-disabled={disabled || undefined}
      onDragEnter={(event) => hover(event, true)}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false)
        // The listener for files dropped elsewhere must not take them again.
        event.stopPropagation()
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={inputRef}
        id={id}
        className={styles.input}
        type="file"
        accept={accept}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={(event) => {
          take(event.currentTarget.files)
          // Otherwise choosing the same file again, after it was corrected, would not be a change.
          event.currentTarget.value = ''
        }}
      />
      <span className={styles.picture}>
        <Icon name={state === 'chosen' ? 'added-file' : state === 'refused' ? 'alert' : 'add-file'} />
      </span>
      <span className={styles.words}>{children}</span>
    </label>
  )
}
