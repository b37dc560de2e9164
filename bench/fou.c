/* Random rounds of five-player Fou!, dealing included, in plain C: what bench/fou.py measures us beside.
   The same sets of cards, ranks and random numbers as in games/fou/rules.py, without records and views. */
#ifdef __BMI2__
#include <immintrin.h>
#endif
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 5, HAND = 12, DECK = SEATS * HAND, OPEN = 4, NO_RANK = 32767, DRAWS = 6 };

static const int HIGHEST[4] = {20, 16, 14, 10};
static uint64_t rng[4] = {1, 2, 3, 4};
static uint8_t deck[DECK];
static uint64_t lanes[5][2];

static uint64_t hands[SEATS][2];
static int ones[SEATS], counts[SEATS];
static unsigned discs;
static int seat, led, waiting, highest, worst, emptied;

static uint64_t next_word(void) {
    uint64_t total = rng[0] + rng[3], result = ((total << 23) | (total >> 41)) + rng[0], t = rng[1] << 17;
    rng[2] ^= rng[0], rng[3] ^= rng[1], rng[1] ^= rng[2], rng[0] ^= rng[3], rng[2] ^= t;
    rng[3] = (rng[3] << 45) | (rng[3] >> 19);
    return result;
}

static int below(uint64_t n) {
    uint64_t word = next_word();
    if (word * n < n)
        while (word * n < -n % n) word = next_word();
    return (unsigned __int128)word * n >> 64;
}

static int draw_some(uint8_t *cards, int last) {
    uint64_t rest = next_word(), ways = 1;
    for (int k = last; k > last - DRAWS; k--) {
        unsigned __int128 product = (unsigned __int128)rest * (k + 1);
        int other = product >> 64;
        uint8_t card = cards[k];
        cards[k] = cards[other], cards[other] = card;
        rest = product, ways *= k + 1;
    }
    return rest >= ways || rest >= -ways % ways;
}

static void make_deck(void) {
    int k = 0;
    for (int colour = 0; colour < 4; colour++) {
        lanes[colour][colour / 2] = 0xfffffffcull << (32 * (colour % 2));
        for (int value = 2; value <= HIGHEST[colour]; value++) deck[k++] = 32 * colour + value;
    }
    while (k < DECK) deck[k++] = 1;
}

static void begin_trick(int leader) {
    seat = leader, led = OPEN, waiting = SEATS - __builtin_popcount(discs);
    highest = 0, worst = NO_RANK;
}

static void deal(void) {
    uint8_t cards[DECK];
    memcpy(cards, deck, DECK);
    for (int last = DECK - 1; last >= HAND; last -= DRAWS)
        while (!draw_some(cards, last)) {}
    memset(hands, 0, sizeof hands);
    memset(ones, 0, sizeof ones);
    for (int k = 0; k < DECK; k++) {
        hands[k / HAND][cards[k] >> 6] |= 1ull << (cards[k] & 63);
        ones[k / HAND] += cards[k] == 1;
    }
    for (int s = 0; s < SEATS; s++) counts[s] = HAND;
    discs = 0, emptied = 0;
    begin_trick(0);
}

static int nth(uint64_t mask, int n) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << n, mask));
#endif
    for (int power = 8; power; power /= 2) {
        uint64_t fewer = mask;
        for (int k = 0; k < power; k++) fewer &= fewer - 1;
        mask = n & power ? fewer : mask;
    }
    return __builtin_ctzll(mask);
}

static int pick(void) {
    uint64_t a = hands[seat][0], b = hands[seat][1], fa = a & lanes[led][0], fb = b & lanes[led][1];
    if (fa | fb) a = fa | (a & 2), b = fb;
    int in_a = __builtin_popcountll(a), k = below(in_a + __builtin_popcountll(b));
    int second = k >= in_a;
    return 64 * second + nth(second ? b : a, k - in_a * second);
}

static void play(int card) {
    int colour = card >> 5, one = card == 1, discarded;
    ones[seat] -= one;
    hands[seat][card >> 6] &= ~((uint64_t)(!one | (ones[seat] == 0)) << (card & 63));
    emptied |= --counts[seat] == 0;
    if (led == OPEN && !one) led = colour;
    discarded = colour != led && !one;
    int rank = (((card & 31) + (discarded ? 0 : 32)) << 8) + (waiting << 4) + seat;
    if (rank > highest) highest = rank;
    if (rank < worst) worst = rank;
    if (--waiting == 0) {
        discs = 1u << (worst & 15);
        begin_trick(highest & 15);
        return;
    }
    unsigned playing = ((1u << SEATS) - 1) & ~discs, further = playing & (-2u << seat);
    seat = __builtin_ctz(further ? further : playing);
}

static int score(int s) {
    if (counts[s] == 0) return discs >> s & 1 ? 0 : 10;
    static const uint64_t digits[5] = {0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
                                       0xff00ff00ff00ff00, 0xffff0000ffff0000};
    int cost = 5 * ones[s];
    uint64_t a = hands[s][0] & ~2ull, b = hands[s][1];
    for (int k = 0; k < 5; k++)
        cost += (__builtin_popcountll(a & digits[k]) + __builtin_popcountll(b & digits[k])) << k;
    return -cost;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 1000000, decisions = 0, total = 0;
    make_deck();
    double begin = now();
    for (long k = 0; k < rounds; k++) {
        deal();
        do {
            play(pick());
            decisions++;
        } while (!emptied || waiting != SEATS - __builtin_popcount(discs) || highest);
        for (int s = 0; s < SEATS; s++) total += score(s);
    }
    double seconds = now() - begin;
    printf("%.0f %.2f %.2f\n", decisions / seconds, (double)decisions / rounds, (double)total / rounds / SEATS);
    return 0;
}
