import type { UseQueryResult } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'
import { failureOf } from '../../shared/tableQuery.ts'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import styles from './TodayCard.module.css'

type Props = {
  title: string
  /** Beside the title: a count or a hint. */
  note?: ReactNode
  /** At the end of the title's line: a link or a button. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of Today: a heading, a hint, and what it is about. */
export function TodayCard({ title, note, aside, children }: Props) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <h2 id={id}>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </header>
      {children}
    </section>
  )
}

type AnswerProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'fetchStatus' | 'refetch'>
  /** The title of a failure. */
  failure: string
  /** Rows of the outline while the answer is loading. */
  rows: number
  children: (data: Data) => ReactNode
}

/** The answer of a card's query, its outline while it is loading, or why it is not there. */
export function CardAnswer<Data>({ query, failure, rows, children }: AnswerProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  const problem = failureOf(query, failure)
  if (problem !== undefined) return <ErrorState {...problem} onRetry={() => void query.refetch()} />
  return (
    <div className={styles.outline} aria-busy>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.bone}>
          <Skeleton width="long" />
          <Skeleton width="short" />
        </span>
      ))}
    </div>
  )
}
