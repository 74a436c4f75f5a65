import threading

from millmate.gui.tasks import Task, join_all


def end_of(qtbot, work) -> tuple[list, list, list]:
    """Run `work` as a task to its end; return what it reported, its results, its exceptions."""
    task, reports, results, errors = Task(work), [], [], []
    task.progress.connect(lambda value: reports.append((value, threading.current_thread())))
    task.done.connect(results.append)
    task.failed.connect(errors.append)
    with qtbot.waitSignal(task.finished):
        task.launch()
    return reports, results, errors


def test_a_task_reports_and_returns_in_the_windows_thread(qtbot):
    here = threading.main_thread()
    reports, results, errors = end_of(
        qtbot, lambda progress, stopped: (progress(1), progress(2), "result")[-1]
    )
    assert reports == [(1, here), (2, here)]
    assert results == ["result"]
    assert errors == []


def test_an_exception_arrives_as_a_value(qtbot):
    _, results, errors = end_of(qtbot, lambda progress, stopped: 1 // 0)
    assert results == []
    assert [type(error) for error in errors] == [ZeroDivisionError]


def test_work_that_gives_up_when_asked_is_stopped_not_failed(qtbot):
    started = threading.Event()

    def work(progress, stopped):
        started.set()
        while not stopped():
            pass
        raise RuntimeError("given up")

    task = Task(work)
    failures = []
    task.failed.connect(failures.append)
    task.launch()
    assert started.wait(5)
    with qtbot.waitSignals([task.stopped, task.finished]):
        task.stop()
    assert not failures


def test_everything_is_joined_at_the_end(qtbot):
    tasks = [Task(lambda progress, stopped: _until(stopped)) for _ in range(3)]
    for task in tasks:
        task.launch()
    join_all()
    assert all(task.isFinished() for task in tasks)


def _until(stopped) -> None:
    while not stopped():
        pass
