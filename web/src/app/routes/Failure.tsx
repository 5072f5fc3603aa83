import type { ErrorComponentProps } from '@tanstack/react-router'
import { t } from '../../messages/t.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'

/** A screen that failed to load or to render. */
export function Failure({ error, reset }: ErrorComponentProps) {
  return (
    <ErrorState
      isScreen
      title={t('Failure.title')}
      consequence={t('Failure.consequence')}
      advice={t('Failure.advice')}
      code={error instanceof Error ? error.name : undefined}
      onRetry={reset}
    />
  )
}
