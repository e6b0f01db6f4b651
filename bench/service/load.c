/* A small HTTP/1.1 load generator: one thread, keep-alive connections, epoll.
 *
 *   load PORT PATH BODY_FILE CONNECTIONS SECONDS RATE
 *
 * RATE 0 sends as fast as answers come (one request a connection at a time). RATE n sends n requests a second by the
 * clock, and measures each from the moment at which it was due, so that a stall is not hidden by the requests that it
 * held back. Prints one JSON object. Talks to 127.0.0.1 only, and stops by itself.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST_CONNECTIONS 256
#define MOST_SAMPLES 4000000
#define ANSWER_ROOM (8 << 20)

typedef struct {
    int fd;
    int busy;
    size_t sent;
    size_t got;
    long need; /* bytes of the whole answer, -1 until its head is read */
    double due;
    char *answer;
} Connection;

static double samples[MOST_SAMPLES];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void die(const char *what) {
    perror(what);
    exit(1);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int dial(int port) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int one = 1, fd = socket(AF_INET, SOCK_STREAM, 0);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof to) < 0) die("connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    return fd;
}

static char *request_of(const char *path, const char *file, size_t *length) {
    FILE *stream = fopen(file, "rb");
    if (!stream) die(file);
    fseek(stream, 0, SEEK_END);
    size_t body = ftell(stream);
    rewind(stream);
    char *all = malloc(body + 1024);
    int head = sprintf(all,
                       "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                       "Content-Length: %zu\r\n\r\n",
                       path, body);
    if (fread(all + head, 1, body, stream) != body) die("read");
    fclose(stream);
    *length = head + body;
    return all;
}

static void watch(int poll, Connection *c, int writing, int how) {
    struct epoll_event event = {.events = EPOLLIN | (writing ? EPOLLOUT : 0), .data.ptr = c};
    if (epoll_ctl(poll, how, c->fd, &event) < 0) die("epoll_ctl");
}

static int push(int poll, Connection *c, const char *request, size_t length) {
    while (c->sent < length) {
        ssize_t n = send(c->fd, request + c->sent, length - c->sent, MSG_NOSIGNAL);
        if (n < 0 && errno == EAGAIN) {
            watch(poll, c, 1, EPOLL_CTL_MOD);
            return 0;
        }
        if (n <= 0) return -1;
        c->sent += n;
    }
    watch(poll, c, 0, EPOLL_CTL_MOD);
    return 0;
}

static long whole(Connection *c) {
    c->answer[c->got] = 0;
    char *end = strstr(c->answer, "\r\n\r\n");
    if (!end) return -1;
    char *field = strcasestr(c->answer, "content-length:");
    if (!field || field > end) return -2;
    return (end - c->answer) + 4 + atol(field + 15);
}

/* Returns 1 when the answer is whole, 0 to wait, -1 on a lost connection. */
static int pull(Connection *c) {
    for (;;) {
        ssize_t n = recv(c->fd, c->answer + c->got, ANSWER_ROOM - 1 - c->got, 0);
        if (n < 0 && errno == EAGAIN) return 0;
        if (n <= 0) return -1;
        c->got += n;
        if (c->need < 0) c->need = whole(c);
        if (c->need == -2) return -1;
        if (c->need >= 0 && (long)c->got >= c->need) return 1;
    }
}

static void begin(int poll, Connection *c, const char *request, size_t length, double due) {
    c->busy = 1;
    c->sent = c->got = 0;
    c->need = -1;
    c->due = due;
    if (push(poll, c, request, length) < 0) die("send");
}

int main(int argc, char **argv) {
    if (argc != 7) {
        fprintf(stderr, "usage: load PORT PATH BODY_FILE CONNECTIONS SECONDS RATE\n");
        return 2;
    }
    int port = atoi(argv[1]), connections = atoi(argv[4]);
    double seconds = atof(argv[5]), rate = atof(argv[6]);
    if (connections < 1 || connections > MOST_CONNECTIONS || seconds <= 0 || seconds > 600) return 2;
    size_t length;
    char *request = request_of(argv[2], argv[3], &length);
    Connection all[MOST_CONNECTIONS];
    int poll = epoll_create1(0);
    for (int i = 0; i < connections; i++) {
        all[i] = (Connection){.fd = dial(port), .answer = malloc(ANSWER_ROOM)};
        watch(poll, &all[i], 0, EPOLL_CTL_ADD);
    }
    long done = 0, good = 0, lost = 0, started = 0;
    double begun = now(), end = begun + seconds, stop = end + 10;
    while (now() < stop) {
        double t = now();
        int open = 0;
        for (int i = 0; i < connections; i++) {
            double due = rate > 0 ? begun + started / rate : t;
            if (!all[i].busy && t < end && due <= t) {
                begin(poll, &all[i], request, length, due);
                started++;
            }
            open += all[i].busy;
        }
        if (t >= end && !open) break;
        struct epoll_event events[MOST_CONNECTIONS];
        double next = rate > 0 ? begun + started / rate - t : 1;
        int wait = rate > 0 && open < connections && t < end ? (next > 0 ? (int)(next * 1000) : 0) : 100;
        int ready = epoll_wait(poll, events, MOST_CONNECTIONS, wait);
        for (int i = 0; i < ready; i++) {
            Connection *c = events[i].data.ptr;
            if (!c->busy) continue;
            if (c->sent < length && push(poll, c, request, length) < 0) die("send");
            int state = pull(c);
            if (state == 0) continue;
            if (state < 0) {
                lost++;
                close(c->fd);
                c->fd = dial(port);
                watch(poll, c, 0, EPOLL_CTL_ADD);
            } else {
                if (done < MOST_SAMPLES) samples[done] = now() - c->due;
                done++;
                good += strncmp(c->answer + 9, "200", 3) == 0;
            }
            c->busy = 0;
        }
    }
    double spent = now() - begun;
    long kept = done < MOST_SAMPLES ? done : MOST_SAMPLES;
    qsort(samples, kept, sizeof *samples, ascending);
#define AT(share) (kept ? samples[(long)((kept - 1) * (share))] * 1000 : 0)
    printf("{\"requests\": %ld, \"good\": %ld, \"lost\": %ld, \"per_second\": %.1f, \"p50_ms\": %.2f, "
           "\"p90_ms\": %.2f, \"p99_ms\": %.2f, \"max_ms\": %.2f}\n",
           done, good, lost, done / spent, AT(0.5), AT(0.9), AT(0.99), AT(1.0));
    return 0;
}
