// Answers that follow from a stage's result alone. Results never change, so that an answer is found once and kept as
// long as the result itself: what is asked for each manifest must not be computed for each manifest.

/** `compute`, run once for each subject. */
export function once<Subject extends object, Answer>(
  compute: (subject: Subject) => Answer,
): (subject: Subject) => Answer {
  const answers = new WeakMap<Subject, { readonly answer: Answer }>();
  return (subject) => {
    const known = answers.get(subject) ?? { answer: compute(subject) };
    answers.set(subject, known);
    return known.answer;
  };
}
