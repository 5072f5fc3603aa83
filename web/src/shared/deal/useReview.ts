import { useEffect, useState } from 'react'

/** A second click of a double click on Review must not sign: until then the button says that it waits. */
const DOUBLE_CLICK_MS = 600

/** The two steps of a form: its terms, and what will happen. Signing is offered on the second alone. */
export function useReview() {
  const [isReviewing, setIsReviewing] = useState(false)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [isSignable, setIsSignable] = useState(false)
  // A timer is what this effect keeps in step with.
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
    /** One has wanted to go on: from then on what is empty is asked for. */
    isSubmitted: isSubmitted,
    toTerms: () => setIsReviewing(false),
    /** Goes on by one step: to the review where the terms are whole, from there to signing. */
    advance: (isWhole: boolean, sign: () => void) => {
      setIsSubmitted(true)
      if (!isWhole) return setIsReviewing(false)
      if (!isReviewing) return setIsReviewing(true)
      return isSignable ? sign() : undefined
    },
  }
}
