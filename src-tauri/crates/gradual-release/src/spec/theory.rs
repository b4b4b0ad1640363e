//! Proofs: the bridge between two levels, the path through all levels, and the privacy of both.
//! There is no code here.
//!
//! Notation: `s = ε/D` is the rate at a level, `a = exp(-s)`, `Q = 1 - a`; `DLap(a)` has
//! `P(n) = (1-a)/(1+a) a^|n|` on the integers. All random variables named together are independent
//! unless said otherwise. The proofs for the integers are this project's. The step between two
//! levels was known for counts: Gupte and Sundararajan (2010, arXiv 1001.2767), and by
//! characteristic functions Wang et al. (2026, arXiv 2606.15543). The limits for a fine lattice are
//! theorem 1 of Koufogiannis, Han and Pappas (arXiv 1504.00429).
//!
//! # The characteristic function
//!
//! `φ_a(t) = E exp(i t N) = (1-a)/(1+a) (1 + 2 sum over n >= 1 of a^n cos(n t)) = (1-a)^2 / d`,
//! where `d = 1 + a^2 - 2 a c` and `c = cos t`: the sum is the real part of a geometric series,
//! `1 + 2 Re(a e^(it)/(1 - a e^(it))) = (1 - a^2)/d`.
//!
//! # The bridge
//!
//! **Theorem.** Let `a2 < a1`. Then `DLap(a1) = DLap(a2) + W` in law, where W is 0 with probability
//! `p = (a2/a1) ((1-a1)/(1-a2))^2` and `DLap(a1)` otherwise.
//!
//! *Proof.* Write `d1`, `d2` for d at `a1`, `a2`. For every c,
//!
//! ```text
//! d2 = (a2/a1) d1 + (1 - a2/a1)(1 - a1 a2)                                   (1)
//! ```
//!
//! The terms with c agree, `-2 a2 = (a2/a1)(-2 a1)`; and the others,
//! `a2/a1 + a1 a2 + 1 - a1 a2 - a2/a1 + a2^2 = 1 + a2^2`. At `c = 1`, (1) divided by `(1-a2)^2` is
//!
//! ```text
//! 1 = p + (1 - a2/a1)(1 - a1 a2)/(1 - a2)^2                                  (2)
//! ```
//!
//! with two positive terms; so p is a probability and the second term is `1 - p`. Now multiply (1)
//! by `(1-a1)^2/(d1 d2)`; the first term is `(1-a2)^2 p / d2 = φ_a2 p`, and the second, by (2), is
//! `(1-p)(1-a2)^2/d2 (1-a1)^2/d1 = (1-p) φ_a2 φ_a1`. So `φ_a1 = φ_a2 (p + (1-p) φ_a1)`, which says
//! what was claimed, as characteristic functions determine laws. ∎
//!
//! As the lattice becomes fine, `s1, s2 -> 0` with a fixed ratio, p tends to `(s1/s2)^2`.
//!
//! # The path
//!
//! **Theorem.** Let `N_top ~ DLap(exp(-s_top))`, `Q_0 = 1 - exp(-s_top)`, `Q_j = Q_(j-1) sqrt(U_j)`
//! with uniform `U_j`, and `J_j = ±(1 + Geom(1 - Q_j))` with fair signs, where
//! `P(Geom(a) = k) = (1-a) a^k`. Then
//! `N(s) = N_top + sum of J_j over all j with Q_j > 1 - exp(-s)`, `0 < s <= s_top`, has these
//! properties: `N(s) ~ DLap(exp(-s))` for each s; and for `s1 < s2 < ... < sm` the differences
//! `N(s_k) - N(s_(k+1))` are independent of one another and of `N(s_m)`, each with the bridge's
//! law. With `N_top = 0` and `Q_0 = 1` the same holds for all s.
//!
//! *Proof.* (a) *The heights.* Consider a Poisson process of points on the rates below `s_top` with
//! intensity `2/(exp(s)-1) ds`. In terms of `Q = 1 - exp(-s)`, where `dQ = exp(-s) ds`, that is
//! `2 dQ/Q`. The probability of no point between q and `Q_0` is `exp(-2 ln(Q_0/q)) = (q/Q_0)^2`; so
//! the highest point has `P(Q_1 <= q) = (q/Q_0)^2`, which is the law of `Q_0 sqrt(U)`. Below it the
//! process starts afresh. So the `Q_j` are the points of this process, in descending order. There
//! are `2 ln(Q_0/q)` of them above q on average, finitely many also from `Q_0 = 1`.
//!
//! (b) *The sum.* Given its height, a point at rate s carries an independent jump with the
//! transform `ψ_s = Re((1-a) e^(it)/(1 - a e^(it))) = (1-a)(c-a)/d`. The jumps between `s1` and
//! `s2` add up to a compound Poisson variable, whose characteristic function has the logarithm
//! `integral from s1 to s2 of 2/(exp(s)-1) (ψ_s - 1) ds`; and disjoint ranges give independent
//! sums. Now `2/(exp(s)-1) = 2a/(1-a)`, and
//!
//! ```text
//! ψ_s - 1 = ((1-a)(c-a) - (1 + a^2 - 2 a c))/d = -(1+a)(1-c)/d
//! ```
//!
//! On the other hand `ln φ_a = 2 ln(1-a) - ln d` and `da/ds = -a`, so
//!
//! ```text
//! d/ds ln φ_a = 2a/(1-a) + 2a(a-c)/d = 2a (d + (a-c)(1-a))/((1-a) d) = 2a (1+a)(1-c)/((1-a) d)
//! ```
//!
//! which is the integrand with the opposite sign. The integral is therefore
//! `ln φ_(a1) - ln φ_(a2)`: the sum has the characteristic function `φ_(a1)/φ_(a2)`, that of the
//! bridge.
//!
//! (c) *The levels.* `N(s) = N_top + sum` has `φ_(a_top) φ_a/φ_(a_top) = φ_a`. From the exact
//! value, `φ` at `s -> infinity` is 1, and the same integral converges. ∎
//!
//! # Privacy
//!
//! **Theorem.** Let x be a vector of integers and x' a neighbour, with `|x - x'|_1 <= D`. Release
//! `y_k = x + N(ε_k)` for any set of levels `ε_1 < ... < ε_m`, coordinates having independent
//! paths. The joint release is `ε_m`-differentially private, whoever holds which part and in
//! whatever order they were released.
//!
//! *Proof.* By the theorem above, `y_k = y_(k+1) + W_k` with `W_k` independent of the data and of
//! all `y_j`, `j > k`. All that is released is therefore computed from `y_m` and randomness that
//! knows nothing of x. And `P(y_m | x)/P(y_m | x') = product over coordinates of a^(|y-x| - |y-x'|)
//! <= a^(-|x-x'|_1) <= exp(ε_m)`, as `a = exp(-ε_m/D)`. The levels are not chosen by the noise; a
//! holder who chooses the next level after seeing the last response chooses by post-processing of
//! what is already accounted for, up to the highest level that can be asked for. ∎
//!
//! Pooling gains nothing either: given `y_m`, the others are noise that knows nothing of x, so
//! `y_m` is a sufficient statistic.
//!
//! # Sealing
//!
//! After `y_m` at the top level is stored, x and `N_top` are no longer needed: every lower response
//! is `y_m` plus jumps (Andersson, Pagh, Retschmeier and Nelson, arXiv 2505.22449, Appendix A.1).
//! The jumps' seed tells of x what it tells together with `y_m`, which is nothing beyond `y_m`. See
//! [`SealedPath`](crate::SealedPath).
//!
//! # Exactness
//!
//! The integers are functions of infinitely many random bits, defined by the [word
//! layout](crate::spec::layout); arithmetic only evaluates those functions. Nearly every draw is
//! decided by certified floats, whose margins are proved in the sources `simd/float.rs`,
//! `simd/inverse.rs` and `simd/group.rs` next to the code; the others are decided with arbitrary
//! precision, directed rounding and more random bits. So no result depends on the arithmetic, and
//! the laws above hold exactly as far as ChaCha20's words are uniform and independent.
//!
//! The range is bounded so that nothing overflows: a jump at a rate above 2^-50 exceeds 2^62 with a
//! probability of about `exp(-2^12)`, below 2^-5900; what nevertheless does is a typed error,
//! [`Error::Overflow`](crate::Error::Overflow), never a wrapped number.
