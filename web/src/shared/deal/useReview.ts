import { useEffect, useEffectEvent, useState } from 'react'

/** The second click of a double click on Review must not sign: the button waits for this long. */
const DOUBLE_CLICK_MS = 600

/** The two steps of a form: the terms, and the review. Only the review can be signed. */
export function useReview() {
  const [isReviewing, setIsReviewing] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isSignable, setIsSignable] = useState(false)
  useEffect(() => {
    if (!isReviewing) return undefined
    const timer = setTimeout(() => setIsSignable(true), DOUBLE_CLICK_MS)
    return () => {
      clearTimeout(timer)
      setIsSignable(false)
    }
  }, [isReviewing])
  return {
    isReviewing,
    isSignable,
    /** The user has submitted the form: from then on empty fields are errors. */
    isSubmitted: isSubmitted,
    toTerms: () => setIsReviewing(false),
    /** Goes one step forward: from complete terms to the review, from the review to signing. */
    advance: (isComplete: boolean, sign: () => void) => {
      setIsSubmitted(true)
      if (!isComplete) return setIsReviewing(false)
      if (!isReviewing) return setIsReviewing(true)
      return isSignable ? sign() : undefined
    },
  }
}

/**
 * Holds a step that the user takes while the form is still reading, and takes it once everything is there.
 *
 *   const { isHeld, submit } = useHeldStep(choices.isReading, () => review.advance(isComplete, sign))
 */
export function useHeldStep(isReading: boolean, step: () => void) {
  const [isHeld, setIsHeld] = useState(false)
  const release = useEffectEvent(() => {
    setIsHeld(false)
    step()
  })
  useEffect(() => {
    if (!isHeld || isReading) return undefined
    const timer = setTimeout(release)
    return () => clearTimeout(timer)
  }, [isHeld, isReading])
  return { isHeld, submit: isReading ? () => setIsHeld(true) : step }
}
