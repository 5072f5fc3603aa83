import type { ErrorComponentProps } from '@tanstack/react-router'
import { causeOf, codeOf } from '../../lib/errorText.ts'
import { ChunkError } from '../../lib/importWithRetry.ts'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'

/** A screen that failed to load or to render. */
export function Failure({ error, reset }: ErrorComponentProps) {
  // React remembers that a part did not load: only a new page loads it.
  const isPartMissing = error instanceof ChunkError
  return (
    <ErrorState
      isScreen
      title={t('Failure.title')}
      consequence={t('Failure.consequence')}
      advice={isPartMissing ? causeOf(error) : t('Failure.advice')}
      code={codeOf(error)}
      {...(isPartMissing
        ? { retry: t('Failure.reload'), onRetry: () => location.reload() }
        : { onRetry: reset })}
    />
  )
}
